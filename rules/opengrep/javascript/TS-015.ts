import { createHmac as mac } from "crypto";

function positives(sig: any, expectedDigest: string, computedSignature: string, req: any, apiKey: string, session: any, body: string, key: string) {
  // ruleid: TS-015
  if (sig.digest === expectedDigest) {
    return;
  }
  // ruleid: TS-015
  if (apiKey !== process.env.API_KEY) throw new Error();
  // ruleid: TS-015
  if (req.body.csrfToken !== session.csrfToken) {
    return;
  }
  // ruleid: TS-015
  const same = req.headers["x-signature"] === mac("sha256", key)
    .update(body)
    .digest("hex");
  // ruleid: TS-015
  return computedSignature == req.headers.signature;
}

function negatives(a: any, b: any, tok: any, token: string, kind: any, expectedSignature: string, signature: string) {
  // ok: TS-015
  if (crypto.timingSafeEqual(a, b)) {
    return;
  }
  // ok: TS-015
  if (token === tok.expectedToken.kind) {
    return;
  }
  // ok: TS-015
  if (kind === SyntaxKind.StringToken) {
    return;
  }
  // ok: TS-015
  if (expectedSignature === undefined) {
    return;
  }
  // ok: TS-015
  if (expectedSignature.length !== signature.length) {
    return;
  }
  // sig.digest === expectedDigest
  // ok: TS-015
  const changed = a.digest !== b.digest;
  // ok: TS-015
  return ["sig.digest === expectedDigest", changed];
}
