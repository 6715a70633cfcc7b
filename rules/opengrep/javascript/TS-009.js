const express = require("express");
const _ = require("lodash");
const escapeStringRegexp = require("escape-string-regexp");

const app = express();

app.get("/search", async (req, res) => {
  const q = req.query.q;
  // ruleid: TS-009
  const re = new RegExp(q, "i");
  // ruleid: TS-009
  const start = new RegExp("^" + req.body.prefix);
  // ruleid: TS-009
  const rows = await Post.find({ title: { $regex: q, $options: "i" } });
  // ok: TS-009
  const safe = new RegExp(_.escapeRegExp(q), "i");
  // ok: TS-009
  const also = new RegExp(escapeStringRegexp(q));
  // ok: TS-009
  const own = new RegExp(q.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // ok: TS-009
  const fixed = /^[a-z]+$/.test(q);
  // ok: TS-009
  const found = items.filter((item) => item.name.includes(q));
  // ok: TS-009
  const counted = new RegExp("^.{" + Number(req.query.n) + "}$");
  res.json([re, start, rows, safe, also, own, fixed, found, counted]);
});

function matches(text, pattern) {
  // ruleid: TS-009
  return new RegExp(`^${pattern}$`).test(text);
}

app.post("/match", (req, res) => {
  res.json(matches("abc", req.body.pattern));
});
