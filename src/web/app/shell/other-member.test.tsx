import { expect, test } from "bun:test";

import { screen } from "@testing-library/react";

import { json, memberApi, nora, openApp } from "#tests/support/web.tsx";

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
