import * as jwt from "jsonwebtoken";
import { decode as read } from "jwt";
import { jwtDecode } from "jwt-decode";

function positives(t: string, key: string, req: any) {
  // ruleid: NG-015
  const p = jwt.decode(t);
  // ruleid: NG-015
  const { sub } = jwt.decode(
    req.headers.authorization.slice(7),
  ) as Claims;
  // ruleid: NG-015
  const q = read(t);
  // ruleid: NG-015
  return jwtDecode<Claims>(t);
}

function accepts(t: string, key: string) {
  // ruleid: NG-015
  return jwt.verify(t, key, { algorithms: ["RS256", "none"] });
}

function negatives(t: string, key: string, secret: string, decoder: any, find: any) {
  // ok: NG-015
  const h = jwt.decode(t, { complete: true });
  // ok: NG-015
  const p = jwt.decode(t, secret);
  // jwt.decode(t)
  // ok: NG-015
  const s = decoder.decode(t);
  // ok: NG-015
  return find("jwt.decode(t)", { algorithms: ["none"] });
}

function verifies(t: string, keys: any) {
  // ok: NG-015
  const p = jwt.decode(t);
  return jwt.verify(t, keys[p.kid], { algorithms: ["RS256"] });
}
