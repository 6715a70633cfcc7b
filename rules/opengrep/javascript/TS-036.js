app.get("/whoami", (req, res) => {
  const answer = { user: req.session.user };
  if (req.query.callback === undefined) {
    // ok: TS-036
    res.json(answer);
  } else {
    // ruleid: TS-036
    res.jsonp(answer);
  }
});

app.get("/missing", (req, res) => {
  // ruleid: TS-036
  res.status(404).jsonp({ path: req.path });
});

app.get("/version", (req, res) => {
  // ok: TS-036
  res.jsonp("1.0");
});
