import { expect, test } from "bun:test";

import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";

import { Link } from "./link.tsx";

function Address() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

/** Whether the link's handler prevented the navigation. */
let isKept = false;
function open() {
  const rendered = render(
    <MemoryRouter initialEntries={["/shelf"]}>
      <Link to="/wines?book=7#top" onClick={(event) => event.currentTarget.title === "no" && event.preventDefault()}>
        Wines
      </Link>
      <Address />
    </MemoryRouter>,
  );
  rendered.container.addEventListener("click", ({ defaultPrevented }) => (isKept = defaultPrevented));
  return rendered;
}

test("a press opens the page in this tab", () => {
  const { unmount } = open();
  fireEvent.click(screen.getByRole("link"));
  expect(isKept).toBe(true);
  expect(screen.getByRole("status").textContent).toBe("/wines?book=7#top");
  unmount();
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  "leaves a press with %j to the browser",
  (press) => {
    const { unmount } = open();
    fireEvent.click(screen.getByRole("link"), press);
    expect(isKept).toBe(false);
    expect(screen.getByRole("status").textContent).toBe("/shelf");
    unmount();
  },
);

test("doesn't navigate after a press that was handled", () => {
  const { unmount } = open();
  screen.getByRole("link").title = "no";
  fireEvent.click(screen.getByRole("link"));
  expect(screen.getByRole("status").textContent).toBe("/shelf");
  unmount();
});
