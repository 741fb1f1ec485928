import type { Poll } from "#contract/polls.ts";

const list = new Intl.ListFormat("en");

/** A closed vote's outcome, or the book an admin chose. */
export function resultInWords({ options, winnerId, tied, adopted, month }: Poll): string {
  const title = (id: number | null) => options.find(({ nomination }) => nomination.id === id)?.nomination.title ?? "";
  // of several, the one for the vote's own month
  const chosen =
    adopted.find((one) => one.month === month)?.nominationId ??
    options.find(({ nomination }) => nomination.state === "chosen")?.nomination.id;
  if (chosen !== undefined && chosen !== winnerId) return `${title(chosen)} is our next book.`;
  if (winnerId !== null) return `${title(winnerId)} won.`;
  if (tied.length > 0) return `It's a tie between ${list.format(tied.map(title))}. An admin will decide.`;
  return "Nobody voted. An admin will decide.";
}
