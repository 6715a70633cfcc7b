const express = require("express");
const path = require("path");

const app = express();
const ACTIONS = new Map([["sum", (a, b) => a + b]]);
const handlers = { list() {}, show() {} };

app.get("/run", async (req, res) => {
  const name = req.query.name;
  // ruleid: TS-025
  const plugin = require(name);
  // ruleid: TS-025
  const other = await import(req.body.module);
  // ruleid: TS-025
  handlers[req.params.action](req, res);
  // ok: TS-025
  const locale = require(`./locales/${name}.json`);
  // ok: TS-025
  const action = ACTIONS.get(name);
  // ok: TS-025
  const fixed = require("./plugins/sum");
  // ok: TS-025
  const value = handlers[name];
  res.json([plugin, other, locale, action(1, 2), fixed, value]);
});

app.get("/checked", (req, res) => {
  const action = req.query.action;
  if (!Object.hasOwn(handlers, action)) {
    return res.sendStatus(404);
  }
  // ok: TS-025
  handlers[action](req, res);
});
