import { queryOptions } from "@tanstack/react-query";

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";

import { call } from "./call.ts";
import { captureAuthor } from "./request.ts";

/** The browser's push service may never respond, and a worker that can't start is never ready. */
const PUSH_TIMEOUT_MS = 20_000;
/** Some browsers hide their question behind an icon. */
const PERMISSION_TIMEOUT_MS = 60_000;
const NO_CHOICE_MESSAGE = "Your browser asks whether to allow notifications. Allow them there, then try again.";
const NO_WORKER_MESSAGE = "Notifications couldn't start. Reload the page and try again.";
const ENDED_MESSAGE = "Your browser's notification service has ended them";
const NO_SERVICE_MESSAGE = "Your browser's notification service doesn't answer. Try again later.";

export const isPushSupported = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

async function getSubscription() {
  const worker = await withTimeout(PUSH_TIMEOUT_MS, navigator.serviceWorker.getRegistration(), NO_WORKER_MESSAGE);
  return (
    (await withTimeout(PUSH_TIMEOUT_MS, Promise.resolve(worker?.pushManager.getSubscription()), NO_SERVICE_MESSAGE)) ??
    null
  );
}

/** The server ends notifications with their session, but not the browser's subscription. */
const SESSION_KEY = "notified-session";

async function currentSession() {
  const sessions = await call("GET /api/profile/sessions");
  const thisSession = sessions.find(({ current }) => current);
  return `${thisSession?.id} ${thisSession?.createdAt}`;
}

export const pushStateQuery = queryOptions({
  queryKey: ["push"],
  queryFn: async (): Promise<{ isOn: boolean; refused?: string | undefined }> => {
    const isOn =
      Notification.permission === "granted" &&
      (await getSubscription()) !== null &&
      readStored(SESSION_KEY) === (await currentSession());
    if (!isOn) return { isOn };
    const serverState = await call("GET /api/push/key");
    return { isOn, refused: serverState.isOn === false ? ENDED_MESSAGE : serverState.refused };
  },
  staleTime: 0,
});

/** A working subscription stays until there's a new one. Rejects with a message. */
export async function enablePush(waitMs = PUSH_TIMEOUT_MS): Promise<void> {
  const asAuthor = captureAuthor();
  const permissionMs = waitMs === PUSH_TIMEOUT_MS ? PERMISSION_TIMEOUT_MS : waitMs;
  if ((await withTimeout(permissionMs, Notification.requestPermission(), NO_CHOICE_MESSAGE)) !== "granted")
    throw new Error("Notifications are blocked. Allow them in your browser's settings for this site.");
  const { pushManager } = await withTimeout(waitMs, navigator.serviceWorker.ready, NO_WORKER_MESSAGE);
  const { publicKey } = await call("GET /api/push/key");
  const options = { userVisibleOnly: true, applicationServerKey: decodeBase64Url(publicKey) };
  const subscribe = () => withTimeout(waitMs, pushManager.subscribe(options), NO_SERVICE_MESSAGE);
  const newSubscription = await subscribe().catch(async (error: unknown) => {
    // Browsers don't replace a subscription with another key, as after a restore.
    if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
    const existing = await getSubscription();
    if (existing) await withTimeout(waitMs, existing.unsubscribe(), NO_SERVICE_MESSAGE);
    return subscribe();
  });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = newSubscription.toJSON();
  await asAuthor(() => call("POST /api/profile/push", { body: { endpoint, keys: { p256dh, auth } } }));
  writeStored(SESSION_KEY, await currentSession());
}

export async function disablePush(): Promise<void> {
  const subscription = await getSubscription();
  if (!subscription) return;
  await call("DELETE /api/profile/push", { body: { endpoint: subscription.endpoint } });
  await withTimeout(PUSH_TIMEOUT_MS, subscription.unsubscribe(), NO_SERVICE_MESSAGE);
}

function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
