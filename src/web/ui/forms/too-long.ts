import { textLength } from "#contract/text-length.ts";

/** Says by how many characters a text is longer than `max`, outer spaces not counted; "" while it fits. */
export function lengthError(text: unknown, max = Number.POSITIVE_INFINITY): string {
  if (typeof text !== "string" || text.length <= max) return "";
  const excess = textLength(text) - max;
  if (excess <= 0) return "";
  const characters = excess === 1 ? "character" : "characters";
  return `${excess.toLocaleString("en")} ${characters} too many. The limit is ${max.toLocaleString("en")}.`;
}
