const name = "session";

function positives(app: any, res: any, cookies: any, secret: string, v: string) {
  // ruleid: TS-007
  res.cookie("theme", v, { httpOnly: false });
  // ruleid: TS-007
  app.use(session({ secret, cookie: { maxAge: 60000, secure: false } }));
  // ruleid: TS-007
  res.cookie("a", v, {
    httpOnly: true,
    secure: false,
  });
  // ruleid: TS-007
  res.cookie(name, v);
  // ruleid: TS-007
  const cookieOptions = { httpOnly: false, path: "/" };
}

function negatives(app: any, res: any, nodemailer: any, isProduction: boolean, v: string, host: string) {
  // ok: TS-007
  res.cookie("sid", v, { httpOnly: true, secure: true });
  // ok: TS-007
  res.cookie("XSRF-TOKEN", v, { httpOnly: false, secure: true });
  // ok: TS-007
  const mail = nodemailer.createTransport({ host, port: 587, secure: false });
  // httpOnly: false
  // ok: TS-007
  app.use(session({
    cookie: { secure: isProduction },
  }));
  // ok: TS-007
  res.cookie("theme", v);
  // ok: TS-007
  return ["{ httpOnly: false }", mail];
}
