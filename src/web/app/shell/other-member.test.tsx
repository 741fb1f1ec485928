import { expect, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import { json, memberApi, nora, openApp } from "#tests/support/web.tsx";
import { SIGNED_IN_CHANNEL } from "#web/api/session-actions.ts";
import { notifyTabs } from "#web/lib/browser/channel.ts";

test("reloads as the signed-in member after a rejected call", async () => {
  const app = openApp("/", memberApi);
  await app.user.click(await screen.findByRole("button", { name: "Add Item" }));
  await app.user.type(screen.getByPlaceholderText("What are you bringing to the meeting?"), "Figs");
  app.api["POST /api/posts"] = () => {
    app.api["GET /api/auth/user"] = { ...nora, id: 2, username: "theo", displayName: "Theo Okonkwo" };
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
  app.api["GET /api/auth/user"] = { ...nora, id: 2, username: "theo", displayName: "Theo Okonkwo" };
  notifyTabs(SIGNED_IN_CHANNEL, 2);
  const findDelete = () => app.calls.find(({ method }) => method === "DELETE");
  await waitFor(() => expect(findDelete()?.headers.get("X-Member")).toBe(String(nora.id)));
});
