const express = require("express");
const xpath = require("xpath");
const libxmljs = require("libxmljs");

const app = express();

app.get("/user", (req, res) => {
  const name = req.query.name;
  // ruleid: TS-023
  const one = xpath.select("//user[@name='" + name + "']", doc);
  // ruleid: TS-023
  const two = xpath.evaluate(`//user[@name='${name}']`, doc, null, 0, null);
  const tree = libxmljs.parseXml(text);
  // ruleid: TS-023
  const three = tree.find(`//user[@name='${name}']`);
  // ok: TS-023
  const four = xpath.parse("//user[@name=$name]").select({ node: doc, variables: { name } });
  // ok: TS-023
  const five = xpath.select(`//user[position()=${Number(req.query.n)}]`, doc);
  // ok: TS-023
  const six = users.find((user) => user.name === name);
  res.json([one, two, three, four, five, six]);
});
