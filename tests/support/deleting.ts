import { expect } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import type { openApp } from "./web.tsx";

/**
 * Deletes something, undoes that, and deletes it again: it disappears from the page at once, but the call is made only
 * when the page is left.
 */
export async function expectDeletedOnLeaving(
  { calls, user, unmount }: ReturnType<typeof openApp>,
  { name, text = name }: { name: string; text?: string },
): Promise<void> {
  const deletes = () => calls.filter(({ method }) => method === "DELETE").length;
  await user.click(await screen.findByRole("button", { name: `Delete '${name}'` }));
  expect(screen.queryByText(text)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await user.click(await screen.findByRole("button", { name: `Delete '${name}'` }));
  expect(deletes()).toBe(0);
  unmount();
  await waitFor(() => expect(deletes()).toBe(1));
}
