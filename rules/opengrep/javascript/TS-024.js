const express = require("express");
const _ = require("lodash");

const app = express();
const settings = {};

app.post("/settings", (req, res) => {
  const { group, name, value } = req.body;
  // ruleid: TS-024
  settings[group][name] = value;
  // ruleid: TS-024
  _.set(settings, req.body.path, value);
  // ruleid: TS-024
  _.merge(settings, req.body);
  // ruleid: TS-024
  _.defaultsDeep({}, JSON.parse(req.query.options));
  // One level changes the object itself only.
  // ok: TS-024
  settings[name] = value;
  // ok: TS-024
  const copy = Object.assign({}, req.body);
  // ok: TS-024
  settings.colors[name] = value;
  // ok: TS-024
  _.merge(settings, _.pick(req.body, ["color"]));
  // ok: TS-024
  const map = new Map([[name, value]]);
  res.json([copy, map]);
});

app.post("/checked", (req, res) => {
  const key = req.body.key;
  if (key === "__proto__" || key === "constructor" || key === "prototype") return res.sendStatus(400);
  // ok: TS-024
  settings[key][req.body.name] = req.body.value;
  res.end();
});
