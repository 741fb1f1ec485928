import { expect, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import { addCalendarMonths } from "#contract/zoned-time.ts";
import { closedPoll } from "#tests/support/shelf-answers.ts";
import { json, memberApi, nora, openApp } from "#tests/support/web.tsx";
import { currentMonth } from "#web/lib/format/club-time.ts";
import { formatNearMonth } from "#web/lib/format/dates.ts";

test("offers the next free month when the vote's is taken", async () => {
  const month = addCalendarMonths(currentMonth("America/New_York"), 1);
  const freeMonth = addCalendarMonths(month, 1);
  const { calls, user } = openApp("/recommendations", {
    ...memberApi,
    "GET /api/nominations": [],
    "GET /api/auth/user": { ...nora, isAdmin: true },
    "GET /api/polls/current": { ...closedPoll, month },
    "GET /api/books": [{ id: 8, title: "Taken", author: "A", month }],
    "POST /api/polls/4/adopt": () => json({ message: "No" }, 409),
  });
  expect(await screen.findByText("It's a tie between Book 1 and Book 2. Choose the next book.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Choose Book 2" }));
  expect(await screen.findByRole("dialog", { name: `Read it in ${formatNearMonth(freeMonth)}?` })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Choose it" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ nominationId: 2, month: freeMonth }),
  );
});
