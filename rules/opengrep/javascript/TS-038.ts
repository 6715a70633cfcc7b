export const isAllowed = (url: string) => {
  let allowed = false
  for (const allowedUrl of allowlist) {
    // ruleid: TS-038
    allowed = allowed || url.includes(allowedUrl)
  }
  return allowed
}

app.use((req, res, next) => {
  // ruleid: TS-038
  if (req.headers.origin.includes('example.com')) {
    next()
  }
  // ruleid: TS-038
  if (req.headers.referer?.includes('https://shop.example.com')) {
    next()
  }
  // ruleid: TS-038
  if (redirectUrl.indexOf('https://example.com') !== -1) {
    res.redirect(redirectUrl)
  }
  // ok: TS-038
  if (allowedOrigins.includes(req.headers.origin)) {
    next()
  }
  // ok: TS-038
  if (new URL(redirectUrl).host === 'example.com') {
    res.redirect(redirectUrl)
  }
  // ok: TS-038
  if (url.includes('index.html') || url.includes('?')) {
    next()
  }
  // ok: TS-038
  if (allowed.has(origin)) {
    next()
  }
})
