import { expect, test } from "bun:test";

import { handlePushEvents, type PushWorker } from "./push-notifications.ts";

/** A worker that records its calls. */
function createFakeWorker(setAppBadge?: () => Promise<void>) {
  const listeners = new Map<string, (event: object) => void>();
  const calls: unknown[] = [];
  const worker = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    registration: { showNotification: async (title: string, options: object) => calls.push([title, options]) },
    navigator: { ...(setAppBadge && { setAppBadge: () => (calls.push("badge"), setAppBadge()) }) },
    clients: { openWindow: async (path: string) => calls.push(path) },
  };
  handlePushEvents(worker as unknown as PushWorker);
  const send = async (name: string, event: object) => {
    const pendingWork: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => pendingWork.push(work) });
    await Promise.all(pendingWork);
  };
  return { send, done: calls };
}

const notice = { title: "The meeting has moved", body: "Friday", path: "/" };

test.each([undefined, async () => undefined, () => Promise.reject(new Error("no badges here"))])(
  "a notification is shown, with a badge where the platform has one",
  async (setAppBadge) => {
    const { send, done } = createFakeWorker(setAppBadge);
    await send("push", { data: { json: () => notice } });
    const notification = [notice.title, { body: notice.body, icon: "/images/icon%20192.png", data: notice.path }];
    expect(done).toEqual(setAppBadge ? [notification, "badge"] : [notification]);
  },
);

test("a push without content shows nothing", async () => {
  const { send, done } = createFakeWorker();
  await send("push", { data: null });
  expect(done).toEqual([]);
});

test("a pressed notification closes and opens its page", async () => {
  const { send, done } = createFakeWorker();
  await send("notificationclick", { notification: { close: () => done.push("closed"), data: "/talk" } });
  expect(done).toEqual(["closed", "/talk"]);
});
