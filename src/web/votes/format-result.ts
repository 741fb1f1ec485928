import { pluralize } from "#contract/counts.ts";
import type { Poll } from "#contract/polls.ts";

const listFormat = new Intl.ListFormat("en");

/** A closed poll's outcome, or the book an admin chose. @param isAdmin whether the reader decides */
export function formatPollResult(poll: Poll, isAdmin = false): string {
  const { options, winnerId, tied } = poll;
  const nextStep = isAdmin ? "Choose the next book." : "An admin will decide.";
  const title = (id: number | null) => options.find(({ nomination }) => nomination.id === id)?.nomination.title ?? "";
  const winner = chosenOption(poll);
  if (winner !== undefined && winner !== winnerId) return `${title(winner)} is our next book.`;
  if (winnerId !== null) return `${title(winnerId)} won.`;
  if (tied.length > 0) return `It's a tie between ${listFormat.format(tied.map(title))}. ${nextStep}`;
  return `Nobody voted. ${nextStep}`;
}

/**
 * The option that was adopted for the poll's month. Others are adopted for later months, which aren't announced yet.
 */
export function chosenOption({ options, adopted, month }: Poll): number | undefined {
  const isForOtherMonth = (id: number) => adopted.some((one) => one.nominationId === id && one.month !== month);
  return options.find(({ nomination: { id, state } }) => state === "chosen" && !isForOtherMonth(id))?.nomination.id;
}

/** '474 pages'; empty if unknown. */
export const formatPages = (pages: number | null): string => (pages === null ? "" : pluralize(pages, "page"));
