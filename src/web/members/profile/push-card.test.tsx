import { afterEach, expect, test } from "bun:test";

import { screen } from "@testing-library/react";

import { memberApi, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  for (const name of ["Notification", "PushManager"]) Reflect.deleteProperty(globalThis, name);
  localStorage.clear();
});

function openProfile(atServer: object) {
  const worker = { pushManager: { getSubscription: async () => ({ endpoint: "https://push.example.org/1" }) } };
  const define = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { configurable: true, value });
  define(navigator, "serviceWorker", { ready: worker, getRegistration: async () => worker });
  define(globalThis, "Notification", { permission: "granted" });
  define(globalThis, "PushManager", {});
  localStorage.setItem("notified-session", "1 2026-03-01");
  openApp("/profile", {
    ...memberApi,
    "GET /api/profile/sessions": [{ id: 1, current: true, createdAt: "2026-03-01", lastSeenAt: "2026-03-01" }],
    "GET /api/push/key": { publicKey: "x", ...atServer },
  });
}

test("says that the push service refused, and what to do", async () => {
  openProfile({ isOn: true, refused: "web.push.example.org answered 403: BadJwtToken" });
  expect(await screen.findByText("The last one didn't get through")).toBeTruthy();
  expect(screen.getByText(/BadJwtToken\. Switch notifications off and on again\./)).toBeTruthy();
});

test("says that the push service ended the subscription", async () => {
  openProfile({ isOn: false });
  expect(await screen.findByText(/service has ended them\. Switch notifications off and on again\./)).toBeTruthy();
});
