import { createECDH, createPrivateKey, sign } from "node:crypto";

import type { NewPushSubscription, PushEndpoint, PushNotice } from "#contract/push.ts";
import type { PushKeys, PushSubscriptionRow } from "#db/push.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { publicAddress } from "#server/http/public-address.ts";

import { isPublicEndpoint, resolvesToPublic } from "./endpoints.ts";

const SUBSCRIPTIONS_MAX = 20;
const TIMEOUT_MS = 10_000;
const TTL_SECONDS = 24 * 60 * 60;

/** VAPID keys, made on first use and kept: subscriptions are bound to them. */
export function pushKeys({ stores }: Deps): PushKeys {
  const known = stores.push.keys();
  if (known) return known;
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const keys = { publicKey: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url") };
  stores.transaction(() => stores.push.saveKeys(keys));
  return stores.push.keys() ?? keys;
}

/** A browser may ask again. @throws AppError 'invalid' unless it's a public push service; 'conflict' past the limit */
export function subscribe(deps: Deps, by: Caller, { endpoint, keys }: NewPushSubscription): PushEndpoint {
  if (!isPublicEndpoint(deps.config, endpoint))
    throw fieldError("/endpoint", "Notifications need a public push service with https");
  writeAs(deps, by, ({ id }) => {
    if (deps.stores.push.countOthers(id, endpoint) >= SUBSCRIPTIONS_MAX)
      throw new AppError("conflict", "Too many browsers get your notifications. Switch one off first.");
    const now = deps.clock.now().toISOString();
    deps.stores.push.save({ userId: id, sessionId: by.sessionId, endpoint, ...keys, now });
  });
  return { endpoint };
}

export function unsubscribe(deps: Deps, by: Caller, { endpoint }: PushEndpoint): void {
  writeAs(deps, by, ({ id }) => deps.stores.push.removeOwn(endpoint, id));
}

/** Once per subject. Never throws: a service that is down loses a notice. @param isFor filters members */
export async function notify(
  deps: Deps,
  about: string,
  notice: PushNotice,
  isFor: (userId: number) => boolean = () => true,
): Promise<void> {
  const now = deps.clock.now().toISOString();
  if (!deps.stores.transaction(() => deps.stores.push.markSent(about, now))) return;
  const subscriptions = deps.stores.push.list().filter(({ userId }) => isFor(userId));
  await Promise.all(subscriptions.map((subscription) => send(deps, subscription, notice)));
  if (subscriptions.length > 0) deps.log.info("notified", { about, browsers: subscriptions.length });
}

async function send(deps: Deps, { endpoint, p256dh, auth }: PushSubscriptionRow, notice: PushNotice): Promise<void> {
  try {
    // its DNS may have changed since
    if (!(await resolvesToPublic(deps.config, endpoint))) return;
    const { encryptNotification } = await import("@block65/webcrypto-web-push");
    const plain = new TextEncoder().encode(JSON.stringify(notice));
    const body = await encryptNotification({ endpoint, expirationTime: null, keys: { p256dh, auth } }, plain);
    const answer = await fetch(endpoint, {
      method: "POST",
      body,
      headers: {
        authorization: vapidHeader(pushKeys(deps), new URL(endpoint).origin, subjectOf(deps), deps.clock.now()),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(TTL_SECONDS),
      },
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 410)
      deps.stores.transaction(() => deps.stores.push.remove(endpoint));
    else if (!answer.ok) deps.log.warn("notification refused", { status: answer.status });
  } catch (error) {
    deps.log.warn("notification not sent", { error: describeError(error) });
  }
}

function subjectOf({ config }: Deps): string {
  const address = publicAddress(config);
  return address.startsWith("https://") ? address : "mailto:club@localhost";
}

const GOOD_SECONDS = 12 * 60 * 60;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** RFC 8292. The library's doesn't support plain http, which a local push service uses. */
function vapidHeader({ publicKey, privateKey }: PushKeys, origin: string, subject: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + GOOD_SECONDS;
  const text = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded({ aud: origin, exp: expires, sub: subject })}`;
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d: privateKey }, format: "jwk" });
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  return `vapid t=${text}.${signature}, k=${publicKey}`;
}
