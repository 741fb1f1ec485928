import { describe, expect, it } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import { closedPoll, nomination, poll } from "#tests/support/shelf-answers.ts";
import { memberApi, nora, openApp } from "#tests/support/web.tsx";

const votes = { ...memberApi, "GET /api/nominations": [], "GET /api/polls/current": poll };

describe("a vote", () => {
  it("takes three votes at most, and can be changed", async () => {
    const options = [1, 2, 3, 4].map((id) => ({ nomination: nomination(id), votes: null }));
    const { calls, user } = openApp("/recommendations", {
      ...votes,
      "GET /api/polls/current": { ...poll, options },
      "PUT /api/polls/4/ballot": { ...poll, options, mine: [1, 2, 3], voted: 1 },
    });
    for (const name of [/Book 1/, /Book 2/, /Book 3/]) await user.click(await screen.findByRole("checkbox", { name }));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Book 4/ }).disabled).toBe(true);
    expect(screen.getByText("All votes used")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Save my vote" }));
    expect(await screen.findByText("1 of 9 members have voted so far.")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ nominationIds: [1, 2, 3] });
  });

  it("says a tie in words, and lets admins choose", async () => {
    const api = { ...votes, "GET /api/polls/current": closedPoll };
    const member = openApp("/recommendations", api);
    expect(await screen.findByText("It's a tie between Book 1 and Book 2. An admin decides.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Choose/ })).toBeNull();
    member.unmount();
    const { calls, user } = openApp("/recommendations", { ...api, "GET /api/auth/user": { ...nora, isAdmin: true } });
    await user.click(await screen.findByRole("button", { name: "Choose Book 2" }));
    await waitFor(() => expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ nominationId: 2 }));
  });

  it("has a card on Home while it's shown, and none without", async () => {
    const shown = openApp("/", { ...memberApi, "GET /api/polls/current": { ...poll, mine: [1] } });
    expect(await screen.findByText("What should we read in February 2026?")).toBeTruthy();
    expect(screen.getByRole("link", { name: "See your vote" })).toBeTruthy();
    shown.unmount();
    openApp("/", memberApi);
    await screen.findByText("Snacks & Drinks Board");
    expect(screen.queryByText(/What should we read/)).toBeNull();
  });
});
