import { createECDH, ECDH } from "node:crypto";

import type { NewPushSubscription, PushEndpoint, PushKey, PushNotice } from "#contract/push.ts";
import type { PushKeys, PushSubscriptionRow } from "#db/push.ts";
import { type Caller, writeAs } from "#server/access/caller.ts";
import { readUpTo } from "#server/adapters/chunks.ts";
import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError } from "#server/errors.ts";
import { createHideSecrets, sanitizeServiceText } from "#server/settings/hide-secrets.ts";

import { findPushSubject, isPublicEndpoint, resolvesToPublicAddress } from "./endpoints.ts";

const SUBSCRIPTIONS_PER_MEMBER_MAX = 20;
/** Encrypting a notice takes half a millisecond, in which no other request runs. */
const START_INTERVAL_MS = 1;
const REQUEST_TIMEOUT_MS = 10_000;
const NOTICE_TTL_SECONDS = 24 * 60 * 60;
const RESPONSE_MAX_BYTES = 4096;
const REASON_MAX_CHARS = 200;
/** Shorter segments of a path are no tokens, such as "send". */
const TOKEN_MIN_LENGTH = 12;

/** The VAPID keys, created on first use. Subscriptions are bound to them. */
function getPushKeys({ stores }: Deps): PushKeys {
  const storedKeys = stores.push.findKeys();
  if (storedKeys) return storedKeys;
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const keys = { publicKey: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url") };
  stores.transaction(() => stores.push.saveKeys(keys));
  return stores.push.findKeys() ?? keys;
}

/** Idempotent for a browser. @throws AppError 'invalid' unless it's a public push service; 'conflict' at the limit */
export function subscribePush(deps: Deps, actor: Caller, { endpoint, keys }: NewPushSubscription): PushEndpoint {
  if (!isPublicEndpoint(deps.config, endpoint))
    throw fieldError("/endpoint", "Notifications need a public push service with https");
  requirePublicKey(keys.p256dh);
  writeAs(deps, actor, ({ id }) => {
    if (deps.stores.push.countOthers(id, endpoint) >= SUBSCRIPTIONS_PER_MEMBER_MAX)
      throw new AppError("conflict", "Too many browsers get your notifications. Switch one off first.");
    const now = deps.clock.now().toISOString();
    deps.stores.push.save({ userId: id, sessionId: actor.sessionId, endpoint, ...keys, now });
  });
  return { endpoint };
}

/** @throws AppError 'invalid' if no notice can be encrypted with it */
function requirePublicKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
  } catch {
    throw fieldError("/keys/p256dh", "Not a subscription's key");
  }
}

export function getPushKey(deps: Deps, { sessionId }: Caller): PushKey {
  const subscription = deps.stores.push.findRefusal(sessionId);
  return {
    publicKey: getPushKeys(deps).publicKey,
    isOn: subscription !== null,
    ...(subscription?.refused && { refused: subscription.refused }),
  };
}

export function unsubscribePush(deps: Deps, actor: Caller, { endpoint }: PushEndpoint): void {
  writeAs(deps, actor, ({ id }) => deps.stores.push.deleteOwn(endpoint, id));
}

/** Sends a notice once per `subjectKey`. Never throws: if a push service is down, the notice is lost. */
export async function sendPushNotices(
  deps: Deps,
  subjectKey: string,
  notice: PushNotice,
  isFor: (userId: number) => boolean = () => true,
): Promise<void> {
  const now = deps.clock.now().toISOString();
  if (!deps.stores.transaction(() => deps.stores.push.markSent(subjectKey, now))) return;
  const subscriptions = deps.stores.push.list().filter(({ userId }) => isFor(userId));
  if (subscriptions.length === 0) return;
  const sendInTurn = async (subscription: PushSubscriptionRow, index: number) => {
    await Bun.sleep(index * START_INTERVAL_MS);
    return sendNotice(deps, subscription, notice);
  };
  const results = await Promise.all(subscriptions.map(sendInTurn));
  const rejections = results.filter((rejection) => rejection !== null && rejection !== "");
  const acceptedCount = results.filter((rejection) => rejection === "").length;
  const endedCount = results.filter((rejection) => rejection === null).length;
  if (rejections.length > 0)
    deps.log.warn("notifications refused", { about: subjectKey, browsers: rejections.length, why: rejections[0] });
  if (endedCount > 0)
    deps.log.info("notifications ended by their service", { about: subjectKey, browsers: endedCount });
  if (acceptedCount > 0) deps.log.info("notified", { about: subjectKey, browsers: acceptedCount });
}

/** @returns the service's reason to reject it; empty if it was accepted; null if the service ended the subscription */
async function sendNotice(deps: Deps, subscription: PushSubscriptionRow, notice: PushNotice): Promise<string | null> {
  const { endpoint } = subscription;
  const { host } = new URL(endpoint);
  const hideEndpoint = createHideSecrets(endpointSecrets(endpoint));
  let rejection = "";
  try {
    const response = await postNotice(deps, subscription, notice);
    const text = await readReason(response);
    if (response.status === 404 || response.status === 410) {
      deps.stores.transaction(() => deps.stores.push.delete(endpoint));
      return null;
    }
    const hideSecrets = (text: string) => hideEndpoint(deps.config.hideSecrets(text, true), true);
    const reason = sanitizeServiceText(text, REASON_MAX_CHARS, hideSecrets);
    if (!response.ok) rejection = `${host} answered ${response.status}${reason && `: ${reason}`}`;
  } catch (error) {
    deps.log.warn("sending a notification failed", { error: hideEndpoint(describeError(error)) });
    rejection = error instanceof PrivateAddressError ? error.message : `${host} can't be reached`;
  }
  deps.stores.transaction(() => deps.stores.push.updateRefusal(endpoint, rejection));
  return rejection;
}

/** Services quote the path of an endpoint, or the token in it. */
function endpointSecrets(endpoint: string): string[] {
  const { pathname, searchParams } = new URL(endpoint);
  return [pathname, ...pathname.split("/").filter(({ length }) => length > TOKEN_MIN_LENGTH), ...searchParams.values()];
}

/** Empty for a long response, which is a page and no reason. */
async function readReason({ body }: Response): Promise<string> {
  const text = await readUpTo(body ?? [], RESPONSE_MAX_BYTES, () => new RangeError("long")).catch(() => null);
  return text?.toString() ?? "";
}

class PrivateAddressError extends Error {}

async function postNotice(deps: Deps, { endpoint, p256dh, auth }: PushSubscriptionRow, notice: PushNotice) {
  const { host } = new URL(endpoint);
  // its DNS record may have changed since the subscription
  if (!(await resolvesToPublicAddress(deps.config, endpoint)))
    throw new PrivateAddressError(`${host} has a private address`);
  const { buildPushPayload } = await import("@block65/webcrypto-web-push");
  // the library accepts https only, but a push service of tests uses http
  const subscription = { endpoint: endpoint.replace(/^http:/, "https:"), expirationTime: null, keys: { p256dh, auth } };
  const subject = findPushSubject(deps.config) ?? "mailto:club@localhost";
  const message = { data: notice, options: { ttl: NOTICE_TTL_SECONDS } };
  const request = await buildPushPayload(message, subscription, { subject, ...getPushKeys(deps) });
  return fetch(endpoint, { ...request, redirect: "manual", signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
}
