const express = require("express");

const app = express();

app.post("/login", (req, res) => {
  const user = req.body.user;
  // ruleid: TS-022
  console.log("login of " + user);
  // ruleid: TS-022
  console.error(`no user ${req.query.u}`);
  // ruleid: TS-022
  logger.info(`login of ${user}`);
  // ok: TS-022
  logger.info({ user }, "login");
  // ok: TS-022
  console.log("login of", JSON.stringify(user));
  // ok: TS-022
  console.log("login of " + user.replace(/[\r\n]/g, " "));
  // ok: TS-022
  console.log("page", Number(req.query.page));
  // A header has no line breaks.
  // ok: TS-022
  console.log("agent " + req.headers["user-agent"]);
  // ok: TS-022
  console.log({ user });
  note(req.body.text);
  res.end();
});

function note(text) {
  // ruleid: TS-022
  console.log("note: " + text);
}
