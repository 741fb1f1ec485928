import { describe, expect, test } from "bun:test";

import type { Poll } from "#contract/polls.ts";
import { closedPoll, nomination } from "#tests/support/shelf-answers.ts";

import { formatPollResult } from "./format-result.ts";

const month = "2027-02";
const formatResult = (winners: readonly number[], adopted: Poll["adopted"] = []): string =>
  formatPollResult({
    ...closedPoll,
    month,
    winnerId: 2,
    tied: [],
    options: [1, 2].map((id) => ({
      nomination: nomination(id, { state: winners.includes(id) ? "chosen" : "open" }),
      votes: id,
    })),
    adopted,
  });
const createAdoption = (nominationId: number, month: string) => ({ nominationId, month: month, bookId: 8 });

describe("a closed vote", () => {
  test("names its winner, or the book chosen for its month", () => {
    expect(formatResult([])).toBe("Book 2 won.");
    expect(formatResult([2], [createAdoption(2, month)])).toBe("Book 2 won.");
    expect(formatResult([1], [createAdoption(1, month)])).toBe("Book 1 is our next book.");
    // members see that a coming month's book was chosen, but not which one
    expect(formatResult([1])).toBe("Book 1 is our next book.");
  });

  test("doesn't name another month's book, which isn't public", () => {
    expect(formatResult([1], [createAdoption(1, "2027-05")])).toBe("Book 2 won.");
  });
});
