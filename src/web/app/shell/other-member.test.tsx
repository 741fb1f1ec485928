import { expect, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { onTestEnd } from "#tests/support/dom.ts";
import { json, memberApi, nora, openApp } from "#tests/support/web.tsx";
import { SIGNED_IN_CHANNEL } from "#web/api/session-actions.ts";
import { notifyTabs } from "#web/lib/browser/channel.ts";
import { sessionAtom, userAtom } from "#web/state/session.ts";

const theo = { ...nora, id: 2, username: "theo", displayName: "Theo Okonkwo" };
const returnToPage = () => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));

test("reloads as the signed-in member after a rejected call", async () => {
  const app = openApp("/", memberApi);
  await app.user.click(await screen.findByRole("button", { name: "Add Item" }));
  await app.user.type(screen.getByPlaceholderText("What are you bringing to the meeting?"), "Figs");
  app.api["POST /api/posts"] = () => {
    app.api["GET /api/auth/user"] = theo;
    return json({ message: "Somebody else is signed in now." }, 409);
  };
  await app.user.click(screen.getByRole("button", { name: "Post" }));
  expect(await screen.findByRole("button", { name: /Theo Okonkwo/ })).toBeTruthy();
  expect(await screen.findByText("Somebody else is signed in now.")).toBeTruthy();
  expect(screen.queryByDisplayValue("Figs")).toBeNull();
  expect(
    app.calls.find(({ path, method }) => method === "POST" && path === "/api/posts")?.headers.get("X-Member"),
  ).toBe("1");
});

test("removes the page at once when a check finds another member", async () => {
  const app = openApp("/", memberApi);
  await screen.findByRole("button", { name: /Nora Whitfield/ });
  const visibilities: boolean[] = [];
  const isShown = () => screen.queryByRole("button", { name: /Nora Whitfield/ }) !== null;
  onTestEnd(getDefaultStore().sub(sessionAtom, () => queueMicrotask(() => visibilities.push(isShown()))));
  app.api["GET /api/auth/user"] = theo;
  returnToPage();
  expect(await screen.findByRole("button", { name: /Theo Okonkwo/ })).toBeTruthy();
  expect(visibilities).toEqual([false]);
});

test("shows another member nothing of a save that ends late", async () => {
  const pendingResponse = Promise.withResolvers<unknown>();
  const app = openApp("/profile", { ...memberApi, "PATCH /api/profile": () => pendingResponse.promise });
  await app.user.click(await screen.findByRole("button", { name: "Save details" }));
  app.api["GET /api/auth/user"] = theo;
  returnToPage();
  expect(await screen.findByRole("button", { name: /Theo Okonkwo/ })).toBeTruthy();
  app.api["GET /api/profile"] = () => new Promise(() => undefined);
  pendingResponse.resolve(nora);
  await waitFor(() => expect(app.queryClient.isMutating()).toBe(0));
  expect(app.queryClient.getQueryData(["/api/profile"])).toBeUndefined();
  expect(getDefaultStore().get(userAtom)?.id).toBe(theo.id);
});

test("deletes as the member who pressed, after another signed in", async () => {
  const post = {
    id: 1,
    content: "Figs",
    createdAt: "2026-01-06T03:00:00Z",
    user: { id: nora.id, displayName: nora.displayName, photoURL: null },
    mine: true,
    editedAt: null,
    meetingId: null,
    needId: null,
  };
  const app = openApp("/", {
    ...memberApi,
    "GET /api/posts": [post],
    "DELETE /api/posts/1": json({ message: "Somebody else is signed in now." }, 409),
  });
  await app.user.click(await screen.findByRole("button", { name: "Delete 'Figs'" }));
  app.api["GET /api/auth/user"] = theo;
  notifyTabs(SIGNED_IN_CHANNEL, 2);
  const findDelete = () => app.calls.find(({ method }) => method === "DELETE");
  await waitFor(() => expect(findDelete()?.headers.get("X-Member")).toBe(String(nora.id)));
});
