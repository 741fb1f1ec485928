import { afterEach, describe, expect, setSystemTime, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import { addCalendarMonths } from "#contract/zoned-time.ts";
import { closedPoll, nomination, poll } from "#tests/support/shelf-answers.ts";
import { book, json, memberApi, nora, openApp, stored } from "#tests/support/web.tsx";
import { currentMonth } from "#web/lib/format/club-time.ts";
import { formatNearMonth } from "#web/lib/format/dates.ts";

const votes = { ...memberApi, "GET /api/nominations": [], "GET /api/polls/current": poll };

describe("a vote", () => {
  test("appears together with the nominations below", async () => {
    const pendingResponse = Promise.withResolvers<unknown>();
    openApp("/recommendations", {
      ...votes,
      "GET /api/nominations": [nomination(9)],
      "GET /api/polls/current": () => pendingResponse.promise,
    });
    await screen.findByRole("heading", { name: "Next book" });
    expect(screen.queryByRole("heading", { name: "Nominations" }) === null).toBe(true);
    pendingResponse.resolve(poll);
    expect(await screen.findByRole("heading", { name: /^The vote for / })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Nominations" })).toBeTruthy();
  });

  test("begins with the ballot cast on another device", async () => {
    const options = [1, 2].map((id) => ({ nomination: nomination(id), votes: null }));
    const pendingResponse = Promise.withResolvers<unknown>();
    const savedAt = Date.now() - 60_000;
    const savedVote = { body: { ...poll, options, mine: [] }, at: savedAt };
    const answers = { "/api/auth/user": { body: nora, at: savedAt }, "/api/polls/current": savedVote };
    openApp("/recommendations", { ...votes, "GET /api/polls/current": () => pendingResponse.promise }, {}, answers);
    const listChecked = () => screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);
    await screen.findByRole("button", { name: "Save my vote" });
    expect(listChecked()).toEqual([false, false]);
    pendingResponse.resolve({ ...poll, options, mine: [2] });
    await waitFor(() => expect(listChecked()).toEqual([false, true]));
  });

  test("lists its books once, with who nominated them", async () => {
    const isbn = "9780141439587";
    const nominations = [nomination(1, { state: "on-ballot", isbn }), nomination(3)];
    const options = [{ nomination: nomination(1, { state: "on-ballot", isbn }), votes: null }];
    openApp("/recommendations", {
      ...votes,
      "GET /api/nominations": nominations,
      "GET /api/polls/current": { ...poll, options },
    });
    expect(await screen.findAllByText("Book 3")).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: /Book 1.*Nominated by Theo Marsh/ })).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Find in a library: Book 1" }).length).toBe(1);
  });

  test("says that all nominations are on it", async () => {
    const ballotNomination = nomination(1, { state: "on-ballot" });
    openApp("/recommendations", {
      ...votes,
      "GET /api/nominations": [ballotNomination],
      "GET /api/polls/current": { ...poll, options: [{ nomination: ballotNomination, votes: null }] },
    });
    expect(await screen.findByText("All nominations are on the ballot.")).toBeTruthy();
  });

  test("that fails to load doesn't hold back the nominations", async () => {
    openApp("/recommendations", { ...votes, "GET /api/polls/current": json({ message: "Busy" }, 503) });
    expect(await screen.findByRole("heading", { name: "Nominations" })).toBeTruthy();
  });

  test("takes three votes at most, and can be changed", async () => {
    const options = [1, 2, 3, 4].map((id) => ({ nomination: nomination(id), votes: null }));
    const storedPoll = stored({ ...poll, options });
    const { calls, user } = openApp("/recommendations", {
      ...votes,
      "GET /api/polls/current": storedPoll.read,
      "PUT /api/polls/4/ballot": storedPoll.change(() => ({ mine: [1, 2, 3], voted: 1 })),
    });
    for (const name of [/Book 1/, /Book 2/, /Book 3/]) await user.click(await screen.findByRole("checkbox", { name }));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /Book 4/ }).disabled).toBe(true);
    expect(screen.getByText("All votes used")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Save my vote" }));
    expect(await screen.findByText("1 of 9 members have voted so far.")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ nominationIds: [1, 2, 3] });
  });

  test("says when there is a tie, and lets admins choose", async () => {
    const api = { ...votes, "GET /api/polls/current": closedPoll };
    const memberApp = openApp("/recommendations", api);
    expect(await screen.findByText("It's a tie between Book 1 and Book 2. An admin will decide.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Choose/ })).toBeNull();
    memberApp.unmount();
    const { calls, user } = openApp("/recommendations", { ...api, "GET /api/auth/user": { ...nora, isAdmin: true } });
    await user.click(await screen.findByRole("button", { name: "Choose Book 2" }));
    expect(calls.some(({ method }) => method === "POST")).toBe(false);
    await user.click(screen.getByRole("button", { name: "Choose it" }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
        nominationId: 2,
      }),
    );
  });

  test("moves the runner-up to a free month with one press", async () => {
    const month = currentMonth("America/New_York");
    const [nextMonth = "", takenMonth = "", freeMonth = "", laterMonth = ""] = [1, 2, 3, 4].map((monthsAhead) =>
      addCalendarMonths(month, monthsAhead),
    );
    const options = [1, 2, 3].map((id) => ({
      nomination: nomination(id, { state: id === 2 ? "chosen" : "open" }),
      votes: id === 3 ? 0 : id,
    }));
    const adoptions = [{ nominationId: 2, month: nextMonth, bookId: 8 }];
    const closedVote = { ...closedPoll, month: nextMonth, options, tied: [], winnerId: 2, adopted: adoptions };
    const message = `${freeMonth} already has a book`;
    const { api, calls, user } = openApp("/recommendations", {
      ...votes,
      "GET /api/auth/user": { ...nora, isAdmin: true },
      "GET /api/polls/current": closedVote,
      "GET /api/books": [nextMonth, takenMonth].map((month, id) => ({ id, title: "Taken", author: "A", month: month })),
      "POST /api/polls/4/adopt": () => json({ message }, 409),
    });
    const getButton = (month: string) =>
      screen.findByRole("button", { name: `Second place for ${formatNearMonth(month)}?` });
    await getButton(freeMonth);
    expect(screen.getAllByRole("button", { name: /^Second place/ })).toHaveLength(2);
    // in the meantime, another admin chose it in another tab
    api["GET /api/books"] = [nextMonth, takenMonth, freeMonth].map((month, id) => ({
      id,
      title: "Taken",
      author: "A",
      month: month,
    }));
    await user.click(await getButton(freeMonth));
    expect(await screen.findByText(message)).toBeTruthy();
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: new RegExp(formatNearMonth(freeMonth)) }) === null).toBe(true),
    );
    api["POST /api/polls/4/adopt"] = { id: 9, title: "Book 1", month: laterMonth };
    api["GET /api/polls/current"] = {
      ...closedVote,
      adopted: [...adoptions, { nominationId: 1, month: laterMonth, bookId: 9 }],
    };
    await user.click(await getButton(laterMonth));
    expect(
      await screen.findByText(RegExp(`^Book 1 is now the book for ${formatNearMonth(laterMonth)}[.]`)),
    ).toBeTruthy();
    expect(calls.findLast(({ method }) => method === "POST")?.body).toEqual({ nominationId: 1, month: laterMonth });
    // the third has no votes
    await waitFor(() => expect(screen.queryByRole("button", { name: /place for/ }) === null).toBe(true));
    expect(screen.getByText("Book 2 won.")).toBeTruthy();
  });

  test("ends once a book is chosen for its month", async () => {
    const [month = "", monthAfterNext = ""] = [1, 2].map((monthsAhead) =>
      addCalendarMonths(currentMonth("America/New_York"), monthsAhead),
    );
    const chosenBook = { ...book, title: "Book 2", month };
    const api = {
      ...votes,
      "GET /api/auth/user": { ...nora, isAdmin: true },
      "GET /api/polls/current": { ...closedPoll, month },
      "GET /api/nominations": [nomination(3), nomination(4)],
      "GET /api/books/current": null as unknown,
      "GET /api/books": [] as unknown,
      "POST /api/polls/4/adopt": () => {
        app.api["GET /api/books/current"] = chosenBook;
        app.api["GET /api/books"] = [chosenBook];
        return chosenBook;
      },
    };
    const app = openApp("/", api);
    expect(await screen.findByText(/No book has been chosen yet/)).toBeTruthy();
    await app.user.click(screen.getByRole("link", { name: "Club" }));
    await app.user.click(await screen.findByRole("link", { name: "Next book" }));
    await app.user.click(await screen.findByText("Open a vote"));
    const getOfferedMonth = () => screen.getByLabelText<HTMLSelectElement>("For the month").options[0]?.value;
    expect(getOfferedMonth()).toBe(month);
    await app.user.click(screen.getByRole("button", { name: "Choose Book 2" }));
    await app.user.click(screen.getByRole("button", { name: "Choose it" }));
    await waitFor(() => expect(getOfferedMonth()).toBe(monthAfterNext));
    await app.user.click(screen.getByRole("link", { name: "Home" }));
    expect(await screen.findByRole("heading", { name: "Book 2" })).toBeTruthy();
  });

  describe("on New Year's Eve at the club, when a device has the new year", () => {
    afterEach(() => void setSystemTime());
    const adminApi = { ...votes, "GET /api/auth/user": { ...nora, isAdmin: true }, "GET /api/books": [] };

    test("is opened for the club's next month", async () => {
      setSystemTime(new Date("2027-01-01T03:00:00Z"));
      const { user } = openApp("/recommendations", {
        ...adminApi,
        "GET /api/polls/current": null,
        "GET /api/nominations": [nomination(1), nomination(2)],
      });
      await user.click(await screen.findByText("Open a vote"));
      expect(screen.getByLabelText<HTMLSelectElement>("For the month").value).toBe("2027-01");
    });

    test("offers second place for the club's month", async () => {
      setSystemTime(new Date("2027-01-01T03:00:00Z"));
      const options = [1, 2].map((id) => ({
        nomination: nomination(id, { state: id === 2 ? "chosen" : "open" }),
        votes: id,
      }));
      const adoptions = [{ nominationId: 2, month: "2026-11", bookId: 8 }];
      openApp("/recommendations", {
        ...adminApi,
        "GET /api/polls/current": {
          ...closedPoll,
          month: "2026-11",
          options,
          tied: [],
          winnerId: 2,
          adopted: adoptions,
        },
      });
      const buttons = await screen.findAllByRole("button", { name: /^Second place for/ });
      expect(buttons.map(({ textContent }) => textContent)).toEqual([
        "Second place for December?",
        "Second place for January?",
      ]);
    });
  });

  test("is opened for a month without a book", async () => {
    const [nextMonth = "", monthAfterNext = ""] = [1, 2].map((monthsAhead) =>
      addCalendarMonths(currentMonth("America/New_York"), monthsAhead),
    );
    const books = Promise.withResolvers<unknown>();
    const { calls, user } = openApp("/recommendations", {
      ...votes,
      "GET /api/auth/user": { ...nora, isAdmin: true },
      "GET /api/polls/current": null,
      "GET /api/nominations": [nomination(1), nomination(2)],
      "GET /api/books": () => books.promise,
      "POST /api/polls": poll,
    });
    await screen.findAllByText("Book 1");
    expect(screen.queryByText("Open a vote") === null).toBe(true);
    books.resolve([{ id: 9, title: "Snow, with Footnotes", month: nextMonth }]);
    await user.click(await screen.findByText("Open a vote"));
    expect(screen.getByLabelText<HTMLSelectElement>("For the month").value).toBe(monthAfterNext);
    await user.click(screen.getByRole("button", { name: "Open the vote" }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
        month: monthAfterNext,
        nominationIds: [1, 2],
      }),
    );
  });

  test("keeps the admin's choice when a nomination arrives", async () => {
    const { api, queryClient, user } = openApp("/recommendations", {
      ...votes,
      "GET /api/auth/user": { ...nora, isAdmin: true },
      "GET /api/polls/current": null,
      "GET /api/nominations": [nomination(1), nomination(2), nomination(3)],
      "GET /api/books": [],
    });
    await user.click(await screen.findByText("Open a vote"));
    await user.click(screen.getByRole("checkbox", { name: /Book 1/ }));
    api["GET /api/nominations"] = [4, 1, 2, 3].map((id) => nomination(id));
    await queryClient.invalidateQueries();
    const newBallotBox = await screen.findByRole<HTMLInputElement>("checkbox", { name: /Book 4/ });
    const earlyBox = screen.getByRole<HTMLInputElement>("checkbox", { name: /Book 1/ });
    expect([newBallotBox.checked, earlyBox.checked]).toEqual([false, false]);
  });

  test("has a card on Home only while it's shown", async () => {
    const homePage = openApp("/", { ...memberApi, "GET /api/polls/current": { ...poll, mine: [1] } });
    expect(await screen.findByText("What should we read in February?")).toBeTruthy();
    expect(screen.getByRole("link", { name: "See your vote" })).toBeTruthy();
    homePage.unmount();
    openApp("/", memberApi);
    await screen.findByText("Snacks & Drinks Board");
    expect(screen.queryByText(/What should we read/)).toBeNull();
  });
});
