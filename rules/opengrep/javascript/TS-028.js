const express = require("express");
const libxml = require("libxmljs2");
const { XMLParser } = require("fast-xml-parser");

const app = express();

app.post("/order", (req, res) => {
  const text = req.file.buffer.toString();
  // ruleid: TS-028
  const one = libxml.parseXml(text, { noblanks: true, noent: true, nocdata: true });
  // ruleid: TS-028
  const two = libxml.parseXmlString(req.body.xml, { dtdload: true });
  // ok: TS-028
  const three = libxml.parseXml(text, { noblanks: true });
  // ok: TS-028
  const four = new XMLParser().parse(text);
  // ok: TS-028
  const five = libxml.parseXml("<a/>", { noent: true });
  res.json([one, two, three, four, five]);
});
