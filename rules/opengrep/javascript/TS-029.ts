import crypto from "crypto";

// ruleid: TS-029
const resetToken = Math.random().toString(36).slice(2);
// ok: TS-029
const accessToken = crypto.randomBytes(32).toString("hex");

export function generateOtp() {
  const digits = String(Math.floor(Math.random() * 1e6));
  // ruleid: TS-029
  return digits.padStart(6, "0");
}

export async function invite(user, res) {
  const value = `${Date.now()}-${Math.random()}`;
  // ruleid: TS-029
  user.inviteToken = value;
  // ruleid: TS-029
  await User.create({ name: user.name, password: Math.random().toString(36) });
  // ruleid: TS-029
  res.cookie("session", value);
  // ok: TS-029
  user.sessionStart = Date.now();
  // ok: TS-029
  user.csrfToken = crypto.randomUUID();
}

export function jitter(items) {
  // ok: TS-029
  const delay = Math.random() * 100;
  // ok: TS-029
  const key = "row-" + Math.random();
  // ok: TS-029
  const nextToken = items[0];
  // ok: TS-029
  return [delay, key, nextToken, items[Math.floor(Math.random() * items.length)]];
}
