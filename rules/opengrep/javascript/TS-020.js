const express = require("express");
const serialize = require("node-serialize");
const cryo = require("cryo");
const v8 = require("v8");
const yaml = require("js-yaml");

const app = express();

app.get("/", (req, res) => {
  const text = Buffer.from(req.cookies.profile, "base64").toString();
  // ruleid: TS-020
  const profile = serialize.unserialize(text);
  // ruleid: TS-020
  const state = cryo.parse(req.body.state);
  // ruleid: TS-020
  const raw = v8.deserialize(req.body);
  // ruleid: TS-020
  const config = yaml.load(req.body.config, { schema: yaml.DEFAULT_FULL_SCHEMA });
  // ok: TS-020
  const plain = yaml.load(req.body.config);
  // ok: TS-020
  const json = JSON.parse(req.body.config);
  // ok: TS-020
  const mine = serialize.unserialize(serialize.serialize({ a: 1 }));
  res.json([profile, state, raw, config, plain, json, mine]);
});
