// ruleid: TS-040
export const sanitizeLegacy = (input = '') => input.replace(/<(?:\w+)\W+?[\w]/gi, '')

function sanitize (text: string) {
  // ruleid: TS-040
  return text.replace(/<[^>]*>/g, '')
}

function comment (text: string) {
  // ruleid: TS-040
  return text.replace(/<script\b[^>]*>.*?<\/script>/gi, '')
}

function preview (html: string) {
  // ok: TS-040
  return html.replace(/<[^>]+>/g, ' ').slice(0, 80)
}

function sanitizeName (name: string) {
  // ok: TS-040
  return name.replace(/[^a-z]/g, '')
}

function sanitizeText (text: string) {
  // ok: TS-040
  return text.replace(/</g, '&lt;')
}
