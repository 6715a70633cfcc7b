// ruleid: TS-005
import cryo from 'cryo';
// ruleid: TS-005
import {
  unserialize as read,
} from "node-serialize";
import { serialize } from "cookie";
// ruleid: TS-005
const s = require("funcster");

function positives(cookie: string, serialize: any) {
  // ruleid: TS-005
  return serialize.unserialize(cookie);
}

function negatives(text: string, phpSerialized: any, php: any) {
  // ok: TS-005
  const o = JSON.parse(text);
  // require("node-serialize")
  // ok: TS-005
  const n = phpSerialized.length;
  // ok: TS-005
  const p = php.unserialize(text);
  // ok: TS-005
  return ['require("node-serialize")', o, n, p];
}
