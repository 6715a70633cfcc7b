function Sessions(users) {
  this.handleLogin = (req, res) => {
    users.check(req.body.name, req.body.password, (error, user) => {
      // ruleid: TS-033
      req.session.userId = user._id;
      return res.redirect("/");
    });
  };

  this.handleLoginSafely = (req, res) => {
    users.check(req.body.name, req.body.password, (error, user) => {
      req.session.regenerate(() => {
        // ok: TS-033
        req.session.userId = user._id;
        return res.redirect("/");
      });
    });
  };

  this.changeProfile = (req, res) => {
    // ok: TS-033
    req.session.user = users.update(req.body);
    res.redirect("/");
  };
}

app.post("/login", async (req, res) => {
  const user = await users.find(req.body.name);
  // ruleid: TS-033
  req.session.user = user;
  // ok: TS-033
  req.session.visits = 1;
  res.redirect("/");
});

app.post("/signin", async (req, res) => {
  const user = await users.find(req.body.name);
  await new Promise((resolve) => req.session.regenerate(resolve));
  // ok: TS-033
  req.session.user = user;
  res.redirect("/");
});

function logInFailed(req, res) {
  // ok: TS-033
  req.session.user = null;
  res.redirect("/login");
}
