const session = require("express-session");
const cookieSession = require("cookie-session");

// ruleid: TS-034
app.use(session({ secret: settings.cookieSecret, saveUninitialized: true, resave: true }));
// ruleid: TS-034
app.use(session({ secret: settings.cookieSecret, cookie: { maxAge: 60000 } }));
// ruleid: TS-034
app.use(cookieSession({ name: "session", keys: settings.keys }));

// ok: TS-034
app.use(session({ secret: settings.cookieSecret, cookie: { secure: true } }));
// ok: TS-034
app.use(session({ secret: settings.cookieSecret, cookie: { secure: settings.tls } }));
// ok: TS-034
app.use(session({ secret: settings.cookieSecret, cookie: settings.cookie }));
// ok: TS-034
app.use(session({ ...settings.session, secret: settings.cookieSecret }));
// ok: TS-034
app.use(cookieSession({ name: "session", keys: settings.keys, secure: true }));
// ok: TS-034
const found = session({ id: 7 });
