const express = require("express");
const escapeHtml = require("escape-html");
const http = require("http");
const { Hono } = require("hono");

const app = express();
const TITLES = { a: "First" };

app.get("/hello", (req, res) => {
  // ruleid: TS-010
  res.send("<p>" + req.query.q + "</p>");
});

app.get("/search", async (req, res) => {
  const q = req.query.q;
  const page = `<h1>Results for ${q}</h1>`;
  // ruleid: TS-010
  res.status(404).send(page);
  // ruleid: TS-010
  res.write("Hello " + req.body.name + "!");
  // ruleid: TS-010
  res.end(q);
  // ok: TS-010
  res.json({ q });
  // ok: TS-010
  res.send({ q: q });
  // ok: TS-010
  res.send("<p>" + escapeHtml(q) + "</p>");
  // ok: TS-010
  res.send("<p>" + encodeURIComponent(q) + "</p>");
  // ok: TS-010
  res.send(TITLES[req.query.t]);
  // ok: TS-010
  res.type("text/plain").send(q);
  // ok: TS-010
  res.send(`<p>${Number(req.query.n)}</p>`);
  // ok: TS-010
  res.send(await users.find(req.query.id));
  // ok: TS-010
  res.render("search", { q });
});

app.get("/plain", (req, res) => {
  res.set("Content-Type", "text/plain");
  // ok: TS-010
  res.send("Hello " + req.query.name);
});

app.use((err, req, res, next) => {
  // ruleid: TS-010
  res.status(500).send("No page " + req.originalUrl);
});

http.createServer((req, res) => {
  res.writeHead(200, { "Content-Type": "text/html" });
  // ruleid: TS-010
  res.end("<p>" + req.url + "</p>");
});

fastify.get("/f", async (request, reply) => {
  // ok: TS-010
  reply.send("<p>" + request.query.n);
  // ruleid: TS-010
  reply.type("text/html").send("<p>" + request.query.n);
});

const hono = new Hono();
hono.get("/h", (c) => {
  const name = c.req.query("name");
  if (name === "t") {
    // ok: TS-010
    return c.text("Hello " + name);
  }
  // ruleid: TS-010
  return c.html(`<p>${name}</p>`);
});

router.get("/k", async (ctx) => {
  // ruleid: TS-010
  ctx.body = "<p>" + ctx.query.name;
  // ok: TS-010
  ctx.body = { name: ctx.query.name };
});
