import { queryOptions } from "@tanstack/react-query";

import type { SessionRow } from "#contract/profile.ts";
import type { PushKey } from "#contract/push.ts";

import { client } from "./client.ts";

export const canNotify = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

const subscription = async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
};

/** The session that notifications were switched on in. The server ends them with it; the browser doesn't notice. */
const SESSION_KEY = "notified-session";

const currentSession = async () => {
  const sessions = await client.get<SessionRow[]>("/api/profile/sessions");
  const found = sessions.find(({ current }) => current);
  // ids are used again
  return `${found?.id} ${found?.createdAt}`;
};

export const notifiedQuery = queryOptions({
  queryKey: ["push"],
  queryFn: async () =>
    Notification.permission === "granted" &&
    (await subscription()) !== null &&
    localStorage.getItem(SESSION_KEY) === (await currentSession()),
  staleTime: 0,
});

/** Asks for permission and subscribes. Rejects with a message when refused. */
export async function switchPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("Notifications are blocked. Allow them in your browser's settings for this site.");
  const worker = await navigator.serviceWorker.ready;
  const { publicKey } = await client.get<PushKey>("/api/push/key");
  // of a session that ended; with a key of before a restore, browsers wouldn't replace it
  await (await subscription())?.unsubscribe();
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(publicKey),
  });
  await client.post<unknown>("/api/profile/push", made.toJSON());
  localStorage.setItem(SESSION_KEY, await currentSession());
}

export async function switchPushOff(): Promise<void> {
  const found = await subscription();
  if (!found) return;
  await client.close("/api/profile/push", { endpoint: found.endpoint });
  await found.unsubscribe();
}

function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
