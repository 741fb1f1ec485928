import { afterEach, expect, test } from "bun:test";

import { cleanup, render, screen } from "@testing-library/react";
import { useLocation } from "react-router";

import { HistoryRouter } from "./history-router.tsx";

afterEach(cleanup);

/** Navigates while its page still renders. */
function LinkPage() {
  const { hash } = useLocation();
  if (hash === "") history.replaceState(null, "", "/auth#device=ABCD-2345");
  return <p>{hash || "none"}</p>;
}

test("notices a URL that changes while the app renders", async () => {
  history.replaceState(null, "", "/auth");
  render(
    <HistoryRouter>
      <LinkPage />
    </HistoryRouter>,
  );
  expect(await screen.findByText("#device=ABCD-2345")).toBeTruthy();
});
