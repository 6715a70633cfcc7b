import * as libxmljs from 'libxmljs'
import { ParseOption, XmlDocument } from 'libxml2-wasm'

export function parse (data: string) {
  // ruleid: TS-041
  const option = ParseOption.XML_PARSE_NOENT | ParseOption.XML_PARSE_DTDLOAD | ParseOption.XML_PARSE_NOBLANKS
  return XmlDocument.fromString(data, { option })
}

export function load (data: string) {
  // ruleid: TS-041
  const document = libxmljs.parseXml(data, { noblanks: true, noent: true })
  // ok: TS-041
  const plain = libxmljs.parseXml(data, { noblanks: true })
  // ok: TS-041
  const fixed = libxmljs.parseXml('<a>&b;</a>', { noent: true })
  return [document, plain, fixed]
}

export function blanks (data: string) {
  // ok: TS-041
  return XmlDocument.fromString(data, { option: ParseOption.XML_PARSE_NOBLANKS })
}
