import type { Poll } from "#contract/polls.ts";

const list = new Intl.ListFormat("en");

/** A closed vote's outcome, or the book an admin chose. */
export function resultInWords({ options, winnerId, tied }: Poll): string {
  const title = (id: number | null) => options.find(({ nomination }) => nomination.id === id)?.nomination.title ?? "";
  const chosen = options.find(({ nomination }) => nomination.state === "chosen");
  if (chosen && chosen.nomination.id !== winnerId) return `${chosen.nomination.title} is our next book.`;
  if (winnerId !== null) return `${title(winnerId)} won.`;
  if (tied.length > 0) return `It's a tie between ${list.format(tied.map(title))}. An admin will decide.`;
  return "Nobody voted. An admin will decide.";
}
