import type { BookTitle } from "#contract/books.ts";
import type { Nomination } from "#contract/nominations.ts";
import type { Poll } from "#contract/polls.ts";
import { addCalendarMonths } from "#contract/zoned-time.ts";

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth"];
const MONTHS_AHEAD = 12;
const MONTHS_SHOWN = 2;

/** The best book of a poll that isn't adopted for a month, and its rank. */
export function nextOption({ options, adopted }: Poll): { nomination: Nomination; place: string } | null {
  const rankedOptions = options.toSorted((one, other) => (other.votes ?? 0) - (one.votes ?? 0));
  const isTaken = ({ id, state }: Nomination) =>
    state === "chosen" || adopted.some(({ nominationId }) => nominationId === id);
  const at = rankedOptions.findIndex(({ nomination, votes }) => !isTaken(nomination) && (votes ?? 0) > 0);
  const option = rankedOptions[at];
  return option ? { nomination: option.nomination, place: ORDINALS[at] ?? "Next" } : null;
}

/** The first months without a book, starting with the poll's, but not in the past. @param now yyyy-MM */
export function freeMonths({ month, adopted }: Poll, books: readonly BookTitle[], now: string): string[] {
  const takenMonths = new Set([...books, ...adopted].map((one) => one.month));
  const firstMonth = month > now ? month : now;
  return Array.from({ length: MONTHS_AHEAD }, (_, monthsAhead) => addCalendarMonths(firstMonth, monthsAhead))
    .filter((one) => !takenMonths.has(one))
    .slice(0, MONTHS_SHOWN);
}
