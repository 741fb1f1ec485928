import { afterEach, expect, mock, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";

import { memberApi, openApp } from "#tests/support/web.tsx";

afterEach(() => {
  Reflect.deleteProperty(navigator, "serviceWorker");
  for (const name of ["Notification", "PushManager"]) Reflect.deleteProperty(globalThis, name);
  localStorage.clear();
});

function openProfile(serverApi: object, notification: object = { permission: "granted" }) {
  const worker = { pushManager: { getSubscription: async () => ({ endpoint: "https://push.example.org/1" }) } };
  const defineProperty = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { configurable: true, value });
  defineProperty(navigator, "serviceWorker", { ready: worker, getRegistration: async () => worker });
  defineProperty(globalThis, "Notification", notification);
  defineProperty(globalThis, "PushManager", {});
  localStorage.setItem("notified-session", "1 2026-03-01");
  openApp("/profile", {
    ...memberApi,
    "GET /api/profile/sessions": [{ id: 1, current: true, createdAt: "2026-03-01", lastSeenAt: "2026-03-01" }],
    "GET /api/push/key": { publicKey: "x", ...serverApi },
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

test("keeps the focus while the browser asks, and asks once", async () => {
  const requestPermission = mock(() => new Promise(() => undefined));
  openProfile({}, { permission: "default", requestPermission });
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Turn on" });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
  await userEvent.keyboard("{Enter}");
  expect(button.disabled).toBe(false);
  expect(document.activeElement).toBe(button);
  expect(requestPermission).toHaveBeenCalledTimes(1);
});
