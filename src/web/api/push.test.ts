import { afterEach, expect, it } from "bun:test";

import { serveApi } from "#tests/support/web.tsx";

import { switchPushOff, switchPushOn } from "./push.ts";

/** As browsers do, refuses another key while there is a subscription (Push API, 8). */
function usePushManager() {
  let made: { key: string; endpoint: string } | null = null;
  let count = 0;
  const unsubscribe = async () => {
    made = null;
    return true;
  };
  const shown = () => made && { ...made, unsubscribe, toJSON: () => ({ endpoint: made?.endpoint }) };
  const pushManager = {
    getSubscription: async () => shown(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const key = String.fromCharCode(...applicationServerKey);
      if (made && made.key !== key) throw new DOMException("There is one with another key", "InvalidStateError");
      made ??= { key, endpoint: `https://push.example.org/${(count += 1)}` };
      return shown();
    },
  };
  const worker = { pushManager };
  Object.defineProperty(navigator, "serviceWorker", {
    configurable: true,
    value: { ready: Promise.resolve(worker), getRegistration: async () => worker },
  });
  Object.defineProperty(globalThis, "Notification", {
    configurable: true,
    value: { permission: "granted", requestPermission: async () => "granted" },
  });
}
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(globalThis, "Notification");
});

it("switches notifications on again after the club has another key, as after a restore", async () => {
  usePushManager();
  let publicKey = btoa("before");
  const sessions = [{ id: 1, current: true, createdAt: "2026-03-01" }];
  const { calls } = serveApi({
    "GET /api/push/key": () => Response.json({ publicKey }),
    "GET /api/profile/sessions": sessions,
    "POST /api/profile/push": {},
    "DELETE /api/profile/push": {},
  });
  await switchPushOn();
  publicKey = btoa("restored");
  await switchPushOn();
  await switchPushOff();
  const told = calls.filter(({ path }) => path === "/api/profile/push").map(({ method, body }) => [method, body]);
  const [first, second] = [1, 2].map((at) => ({ endpoint: `https://push.example.org/${at}` }));
  expect(told).toEqual([
    ["POST", first],
    ["POST", second],
    ["DELETE", second],
  ]);
});
