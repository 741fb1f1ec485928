import { createPrivateKey, sign } from "node:crypto";

import type { PushKeys } from "#db/push.ts";

const GOOD_SECONDS = 12 * 60 * 60;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** RFC 8292. The library's doesn't support plain http, which a local push service uses. */
export function vapidHeader({ publicKey, privateKey }: PushKeys, origin: string, subject: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + GOOD_SECONDS;
  const text = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded({ aud: origin, exp: expires, sub: subject })}`;
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d: privateKey }, format: "jwk" });
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  return `vapid t=${text}.${signature}, k=${publicKey}`;
}
