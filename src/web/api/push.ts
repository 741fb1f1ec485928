import { queryOptions } from "@tanstack/react-query";

import type { PushKey } from "#contract/push.ts";
import { keyBytes } from "#web/lib/push.ts";

import { client } from "./client.ts";

/** Whether this browser supports notifications. */
export const canNotify = () =>
  "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

const subscription = async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
};

/** Whether notifications are on in this browser. */
export const notifiedQuery = queryOptions({
  queryKey: ["push"],
  queryFn: async () => Notification.permission === "granted" && (await subscription()) !== null,
  staleTime: 0,
});

/** Asks for permission and subscribes. Rejects with a message when refused. */
export async function switchPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error("Notifications are blocked. Allow them in your browser's settings for this site.");
  const worker = await navigator.serviceWorker.ready;
  const { publicKey } = await client.get<PushKey>("/api/push/key");
  const made = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: keyBytes(publicKey),
  });
  await client.post<unknown>("/api/profile/push", made.toJSON());
}

export async function switchPushOff(): Promise<void> {
  const found = await subscription();
  if (!found) return;
  await client.close("/api/profile/push", { endpoint: found.endpoint });
  await found.unsubscribe();
}
