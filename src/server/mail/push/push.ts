import { createECDH, createPrivateKey, sign } from "node:crypto";

import type { NewPushSubscription, PushEndpoint, PushKey, PushNotice } from "#contract/push.ts";
import type { PushKeys, PushSubscriptionRow } from "#db/push.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { readUpTo } from "#server/adapters/chunks.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { createHideSecrets, serviceWords } from "#server/settings/hide-secrets.ts";

import { findPushSubject, isPublicEndpoint, resolvesToPublic } from "./endpoints.ts";

const SUBSCRIPTIONS_MAX = 20;
const TIMEOUT_MS = 10_000;
const TTL_SECONDS = 24 * 60 * 60;
const ANSWER_MAX_BYTES = 4096;
const WORDS_MAX = 200;
/** Other segments of a path are words, such as "send". */
const TOKEN_MIN = 12;

/** VAPID keys, made on first use and kept: subscriptions are bound to them. */
function pushKeys({ stores }: Deps): PushKeys {
  const known = stores.push.keys();
  if (known) return known;
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const keys = { publicKey: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url") };
  stores.transaction(() => stores.push.saveKeys(keys));
  return stores.push.keys() ?? keys;
}

/** A browser may ask again. @throws AppError 'invalid' unless it's a public push service; 'conflict' past the limit */
export function subscribePush(deps: Deps, actor: Caller, { endpoint, keys }: NewPushSubscription): PushEndpoint {
  if (!isPublicEndpoint(deps.config, endpoint))
    throw fieldError("/endpoint", "Notifications need a public push service with https");
  writeAs(deps, actor, ({ id }) => {
    if (deps.stores.push.countOthers(id, endpoint) >= SUBSCRIPTIONS_MAX)
      throw new AppError("conflict", "Too many browsers get your notifications. Switch one off first.");
    const now = deps.clock.now().toISOString();
    deps.stores.push.save({ userId: id, sessionId: actor.sessionId, endpoint, ...keys, now });
  });
  return { endpoint };
}

/** The club's key, and what is known of this session's browser. */
export function showPushKey(deps: Deps, { sessionId }: Caller): PushKey {
  const found = deps.stores.push.findOfSession(sessionId);
  return {
    publicKey: pushKeys(deps).publicKey,
    isOn: found !== null,
    ...(found?.refused && { refused: found.refused }),
  };
}

export function unsubscribePush(deps: Deps, actor: Caller, { endpoint }: PushEndpoint): void {
  writeAs(deps, actor, ({ id }) => deps.stores.push.removeOwn(endpoint, id));
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
  if (subscriptions.length === 0) return;
  const sent = await Promise.all(subscriptions.map((subscription) => send(deps, subscription, notice)));
  const refused = sent.filter((why) => why !== null && why !== "");
  const browsers = sent.filter((why) => why === "").length;
  const ended = sent.filter((why) => why === null).length;
  if (refused.length > 0) deps.log.warn("notifications refused", { about, browsers: refused.length, why: refused[0] });
  if (ended > 0) deps.log.info("notifications ended by their service", { about, browsers: ended });
  if (browsers > 0) deps.log.info("notified", { about, browsers });
}

/**
 * @returns why the service refused it, which doctor and the member's profile say until it takes one; empty if it did, null
 * if it has ended the subscription
 */
async function send(deps: Deps, subscription: PushSubscriptionRow, notice: PushNotice): Promise<string | null> {
  const { endpoint } = subscription;
  const { host } = new URL(endpoint);
  let refused = "";
  try {
    const answer = await post(deps, subscription, notice);
    const words = await wordsOf(answer);
    if (answer.status === 404 || answer.status === 410) {
      deps.stores.transaction(() => deps.stores.push.remove(endpoint));
      return null;
    }
    const hideSecrets = (text: string) => createHideSecrets(endpointSecrets(endpoint))(deps.config.hideSecrets(text));
    const said = serviceWords(words, WORDS_MAX, hideSecrets);
    if (!answer.ok) refused = `${host} answered ${answer.status}${said && `: ${said}`}`;
  } catch (error) {
    deps.log.warn("notification not sent", { error: describeError(error) });
    refused = error instanceof PrivateAddress ? error.message : `${host} can't be reached`;
  }
  deps.stores.transaction(() => deps.stores.push.noteAnswer(endpoint, refused));
  return refused;
}

/** What of an endpoint sends to its browser: services quote all of its path, or the token in it. */
function endpointSecrets(endpoint: string): string[] {
  const { pathname, searchParams } = new URL(endpoint);
  return [pathname, ...pathname.split("/").filter(({ length }) => length > TOKEN_MIN), ...searchParams.values()];
}

/** Empty for a long answer: it's a page, no reason. */
async function wordsOf({ body }: Response): Promise<string> {
  const words = await readUpTo(body ?? [], ANSWER_MAX_BYTES, () => new RangeError("long")).catch(() => null);
  return words?.toString() ?? "";
}

class PrivateAddress extends Error {}

/** @throws PrivateAddress; whatever the network does */
async function post(deps: Deps, { endpoint, p256dh, auth }: PushSubscriptionRow, notice: PushNotice) {
  const { host, origin } = new URL(endpoint);
  // its DNS may have changed since
  if (!(await resolvesToPublic(deps.config, endpoint))) throw new PrivateAddress(`${host} has a private address`);
  const { encryptNotification } = await import("@block65/webcrypto-web-push");
  const plain = new TextEncoder().encode(JSON.stringify(notice));
  const body = await encryptNotification({ endpoint, expirationTime: null, keys: { p256dh, auth } }, plain);
  const subject = findPushSubject(deps.config) ?? "mailto:club@localhost";
  return fetch(endpoint, {
    method: "POST",
    body,
    headers: {
      authorization: vapidHeader(pushKeys(deps), origin, subject, deps.clock.now()),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(TTL_SECONDS),
    },
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

const VAPID_TTL_SECONDS = 12 * 60 * 60;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** RFC 8292. The library's doesn't support plain http, which a local push service uses. */
function vapidHeader({ publicKey, privateKey }: PushKeys, origin: string, subject: string, now: Date): string {
  const expires = Math.floor(now.getTime() / 1000) + VAPID_TTL_SECONDS;
  const text = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded({ aud: origin, exp: expires, sub: subject })}`;
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d: privateKey }, format: "jwk" });
  const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
  return `vapid t=${text}.${signature}, k=${publicKey}`;
}
