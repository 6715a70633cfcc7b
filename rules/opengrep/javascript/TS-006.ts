import * as jwt from "jsonwebtoken";
import { sign as make } from "jsonwebtoken";

const key = "in the file";

function positives(app: any, payload: any, token: string, user: any) {
  // ruleid: TS-006
  jwt.sign(payload, "s3cr3t");
  // ruleid: TS-006
  const t = jwt.sign(
    { sub: user.id, role: "a" },
    'changeit',
    { expiresIn: "1h" },
  );
  // ruleid: TS-006
  jwt.verify(token, process.env.JWT_KEY || "dev-key");
  // ruleid: TS-006
  make(payload, key);
  // ruleid: TS-006
  const mac = crypto.createHmac("sha256", "pa4qacea4VK9t9nG").update(token);
  // ruleid: TS-006
  app.use(cookieParser("kittens"));
  // ruleid: TS-006
  app.use(session({
    resave: false,
    secret: "keyboard cat",
  }));
  return t;
}

function negatives(app: any, payload: any, key: string, config: any) {
  // ok: TS-006
  jwt.sign(payload, process.env.JWT_KEY);
  // ok: TS-006
  jwt.sign(payload, key, { algorithm: "HS256" });
  // ok: TS-006
  app.use(cookieParser());
  // ok: TS-006
  jwt.sign({ sub: "abc", aud: "web" }, key);
  // jwt.sign(payload, "s3cr3t")
  // ok: TS-006
  app.use(session({ secret: config.sessionSecret, name: "sid" }));
  // ok: TS-006
  const mac = crypto.createHmac("sha256", process.env.MAC_KEY).update(token);
  // ok: TS-006
  return 'jwt.sign(payload, "s3cr3t")';
}
