import { afterEach, expect, test } from "bun:test";

import { serveApi } from "#tests/support/web.tsx";
import { clearTabStorage, setTabOwner } from "#web/state/tab-owner.ts";

import { disablePush, enablePush } from "./push.ts";

/** Like browsers, rejects another key while a subscription exists (Push API, 8). */
function usePushManager() {
  let subscription: { key: string; endpoint: string } | null = null;
  let count = 0;
  const overrides: { subscribe?: () => Promise<never> } = {};
  const unsubscribe = async () => {
    subscription = null;
    return true;
  };
  const subscriptionState = () =>
    subscription && { ...subscription, unsubscribe, toJSON: () => ({ endpoint: subscription?.endpoint }) };
  const pushManager = {
    getSubscription: async () => subscriptionState(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      if (overrides.subscribe) return overrides.subscribe();
      const key = String.fromCharCode(...applicationServerKey);
      if (subscription && subscription.key !== key)
        throw new DOMException("There is one with another key", "InvalidStateError");
      subscription ??= { key, endpoint: `https://push.example.org/${(count += 1)}` };
      return subscriptionState();
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
  return { wrong: overrides, endpoint: () => subscription?.endpoint };
}

const serveKey = () =>
  serveApi({
    "GET /api/push/key": { publicKey: btoa("key") },
    "GET /api/profile/sessions": [{ id: 1, current: true, createdAt: "2026-03-01" }],
    "POST /api/profile/push": {},
  });
const neverResolve = () => new Promise<never>(() => {});

test("keeps a working subscription while another fails", async () => {
  const push = usePushManager();
  const { api } = serveKey();
  await enablePush();
  const workingEndpoint = push.endpoint();
  for (const subscribe of [neverResolve, async () => Promise.reject(new DOMException("No service", "AbortError"))]) {
    push.wrong.subscribe = subscribe;
    expect(await enablePush(20).catch(String)).toMatch(/doesn't answer|No service/);
    expect(push.endpoint()).toBe(workingEndpoint);
  }
  delete push.wrong.subscribe;
  api["POST /api/profile/push"] = () => Response.json({ message: "Busy" }, { status: 503 });
  expect(await enablePush(20).catch(() => "failed")).toBe("failed");
  expect(push.endpoint()).toBe(workingEndpoint);
});

test("subscribes who pressed, not who signs in meanwhile", async () => {
  usePushManager();
  const { calls } = serveKey();
  setTabOwner(1);
  const allowed = Promise.withResolvers<string>();
  Object.assign(Notification, { requestPermission: () => allowed.promise });
  const enabling = enablePush();
  setTabOwner(2);
  allowed.resolve("granted");
  await enabling;
  expect(calls.find(({ method }) => method === "POST")?.headers.get("X-Member")).toBe("1");
  clearTabStorage();
});

test("ends the wait for a worker that never starts", async () => {
  usePushManager();
  serveKey();
  Object.assign(navigator.serviceWorker, { ready: neverResolve() });
  expect(await enablePush(20).catch(String)).toContain("couldn't start");
});

test("stops waiting for a permission that stays unanswered", async () => {
  usePushManager();
  serveKey();
  Object.assign(Notification, { requestPermission: neverResolve });
  expect(await enablePush(20).catch(String)).toContain("Allow them there");
});

test("limits every wait for workers, push, clipboards and fonts", async () => {
  for await (const path of new Bun.Glob("src/web/**/*.{ts,tsx}").scan()) {
    if (path.includes(".test.")) continue;
    const endlessCalls = (await Bun.file(path).text())
      .split("\n")
      .filter((line) =>
        /serviceWorker\.ready|serviceWorker\.getRegistration|requestPermission\(|pushManager\??\.\w+\(|\.unsubscribe\(\)|clipboard\.\w+\(|fonts\.(?:load\(|ready)/.test(
          line,
        ),
      )
      .filter((line) => !line.includes("withTimeout("));
    expect([path, ...endlessCalls]).toEqual([path]);
  }
});
afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  Reflect.deleteProperty(globalThis, "Notification");
});

test("resubscribes after the server's key changed", async () => {
  usePushManager();
  let publicKey = btoa("before");
  const sessions = [{ id: 1, current: true, createdAt: "2026-03-01" }];
  const { calls } = serveApi({
    "GET /api/push/key": () => Response.json({ publicKey }),
    "GET /api/profile/sessions": sessions,
    "POST /api/profile/push": {},
    "DELETE /api/profile/push": {},
  });
  await enablePush();
  publicKey = btoa("restored");
  await enablePush();
  await disablePush();
  const sentSubscriptions = calls
    .filter(({ path }) => path === "/api/profile/push")
    .map(({ method, body }) => [method, body]);
  const [firstSubscription, secondSubscription] = [1, 2].map((at) => ({ endpoint: `https://push.example.org/${at}` }));
  expect(sentSubscriptions).toMatchObject([
    ["POST", firstSubscription],
    ["POST", secondSubscription],
    ["DELETE", secondSubscription],
  ]);
});
