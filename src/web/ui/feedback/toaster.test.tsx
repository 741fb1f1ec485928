import { expect, test } from "bun:test";

import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";

import { Toaster } from "./toaster.tsx";

test("passes a message by Tab, and returns from it by F8", async () => {
  render(
    <MemoryRouter>
      <button type="button">Before</button>
      <Toaster toast={{ title: "Success", description: "Saved" }} />
      <button type="button">After</button>
    </MemoryRouter>,
  );
  const [before, after] = [screen.getByText("Before"), screen.getByText("After")];
  const message = (await screen.findByText("Saved")).closest("li") ?? document.body;
  const list = message.closest("ol") ?? document.body;
  const goThrough = (part: Element) => {
    after.focus();
    fireEvent.focus(part, { relatedTarget: before });
    fireEvent.blur(part, { relatedTarget: after });
    return document.activeElement?.textContent;
  };
  expect(goThrough(message)).toBe("After");
  expect(goThrough(list)).toBe("Before");
});
