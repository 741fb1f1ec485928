import { expect, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import { json, openApp, visitorApi } from "#tests/support/web.tsx";

const CONFIRM = "POST /api/ereader/confirm";

test("confirms an eReader only by a press, signed out", async () => {
  const api = { ...visitorApi, [CONFIRM]: { ereaderEmail: "nora@kindle.example" } };
  const { calls, user } = openApp("/ereader#secret", api);
  const button = await screen.findByRole("button", { name: "Confirm my eReader" });
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  await user.click(button);
  expect(await screen.findByText("Books can now be sent to nora@kindle.example.")).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ token: "secret" });
});

test("says when a link has expired or is incomplete", async () => {
  const message = "This link has expired or was used. Your profile shows whether your eReader is confirmed.";
  const firstApp = openApp("/ereader#secret", { ...visitorApi, [CONFIRM]: json({ message }, 404) });
  await firstApp.user.click(await screen.findByRole("button", { name: "Confirm my eReader" }));
  expect(await screen.findByText(message)).toBeTruthy();
  firstApp.unmount();
  openApp("/ereader", visitorApi);
  expect(await screen.findByText(/^This link is incomplete/)).toBeTruthy();
});

test("moves focus to the message once its button is gone", async () => {
  const api = { ...visitorApi, [CONFIRM]: { ereaderEmail: "nora@kindle.example" } };
  const { user } = openApp("/ereader#secret", api);
  (await screen.findByRole("button", { name: "Confirm my eReader" })).focus();
  await user.keyboard("{Enter}");
  const message = await screen.findByText("Books can now be sent to nora@kindle.example.");
  await waitFor(() =>
    expect(document.activeElement?.contains(message) && document.activeElement?.tagName).toBe("SECTION"),
  );
});
