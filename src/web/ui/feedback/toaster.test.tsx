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
  const [elementBefore, elementAfter] = [screen.getByText("Before"), screen.getByText("After")];
  const toast = (await screen.findByText("Saved")).closest("li") ?? document.body;
  const toastList = toast.closest("ol") ?? document.body;
  const moveThrough = (part: Element) => {
    elementAfter.focus();
    fireEvent.focus(part, { relatedTarget: elementBefore });
    fireEvent.blur(part, { relatedTarget: elementAfter });
    return document.activeElement?.textContent;
  };
  expect(moveThrough(toast)).toBe("After");
  expect(moveThrough(toastList)).toBe("Before");
});
