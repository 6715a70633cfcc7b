const express = require("express");
const ejs = require("ejs");
const pug = require("pug");
const nunjucks = require("nunjucks");
const Handlebars = require("handlebars");
const _ = require("lodash");

const app = express();
const PAGES = { hello: "Hello <%= name %>" };

app.get("/hello", (req, res) => {
  const name = req.query.name;
  // ruleid: TS-019
  const one = ejs.render("<h1>Hello " + name + "</h1>");
  // ruleid: TS-019
  const two = pug.compile(`h1 Hello ${name}`)();
  // ruleid: TS-019
  const three = nunjucks.renderString(req.body.template, { name });
  // ruleid: TS-019
  const four = Handlebars.compile(req.body.template)({ name });
  // ruleid: TS-019
  const five = _.template("Hello " + name)();
  // ok: TS-019
  const six = ejs.render("<h1>Hello <%= name %></h1>", { name });
  // ok: TS-019
  const seven = ejs.render(PAGES[req.query.page], { name });
  // ok: TS-019
  const eight = _.template("Hello <%- name %>")({ name });
  res.send([one, two, three, four, five, six, seven, eight].join(""));
});

app.get("/profile", (req, res) => {
  // ruleid: TS-019
  res.render("profile", req.query);
});

app.get("/page", (req, res) => {
  // ok: TS-019
  res.render("page", { title: req.query.title });
});

app.post("/erase", (req, res, next) => {
  // ruleid: TS-019
  res.render("erased", { ...req.body, ...themeOf(req) }, (error, html) => {
    res.send(html);
  });
  // ruleid: TS-019
  res.render("erased", { title: "Erased", ...req.body });
  // ok: TS-019
  res.render("erased", { ...themeOf(req) }, (error, html) => next(error, html));
});
