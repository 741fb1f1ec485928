import { expect, test } from "bun:test";

import { screen } from "@testing-library/react";

import { memberApi, openApp } from "#tests/support/web.tsx";

test("asks also when a link is pressed in the same moment as a key", async () => {
  openApp("/profile", memberApi);
  const field = await screen.findByLabelText<HTMLInputElement>("Display name");
  const link = screen.getByRole("link", { name: "Home" });
  // `act` would finish the work that a busy phone does later
  const actEnvironment: unknown = Reflect.get(globalThis, "IS_REACT_ACT_ENVIRONMENT");
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", false);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "Nora W.");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  link.click();
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", actEnvironment);
  expect(await screen.findByRole("button", { name: "Stay here" })).toBeTruthy();
  expect(screen.getByDisplayValue("Nora W.")).toBeTruthy();
});
