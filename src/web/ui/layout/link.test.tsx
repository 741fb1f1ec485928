import { expect, test } from "bun:test";

import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";

import { Link } from "./link.tsx";

function AddressText() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

/** Whether the link's handler prevented the navigation. */
let isPageKept = false;
function openLink() {
  const rendered = render(
    <MemoryRouter initialEntries={["/shelf"]}>
      <Link to="/wines?book=7#top" onClick={(event) => event.currentTarget.title === "no" && event.preventDefault()}>
        Wines
      </Link>
      <AddressText />
    </MemoryRouter>,
  );
  rendered.container.addEventListener("click", ({ defaultPrevented }) => (isPageKept = defaultPrevented));
  return rendered;
}

test("a press opens the page in this tab", () => {
  const { unmount } = openLink();
  fireEvent.click(screen.getByRole("link"));
  expect(isPageKept).toBe(true);
  expect(screen.getByRole("status").textContent).toBe("/wines?book=7#top");
  unmount();
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  "leaves a press with %j to the browser",
  (pressLink) => {
    const { unmount } = openLink();
    fireEvent.click(screen.getByRole("link"), pressLink);
    expect(isPageKept).toBe(false);
    expect(screen.getByRole("status").textContent).toBe("/shelf");
    unmount();
  },
);

test("doesn't navigate after a press that was handled", () => {
  const { unmount } = openLink();
  screen.getByRole("link").title = "no";
  fireEvent.click(screen.getByRole("link"));
  expect(screen.getByRole("status").textContent).toBe("/shelf");
  unmount();
});
