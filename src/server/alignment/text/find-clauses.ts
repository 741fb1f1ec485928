import type { Span } from "#contract/split-sentences.ts";

import type { SectionText } from "./section-text.ts";

const CLAUSE = /[,;:)\]—–…،、，；：](?=["'”’»]*(?:\s|$|[—–\p{L}“‘]))|\s[-–—]+(?=\s)|--|[.!?]["'”’»]*(?=\s)/gu;

/** Where a voice may pause inside a sentence: behind its commas and the like, and at the ends of lines. */
export function findClauses({ text, lines }: SectionText, { start, end }: Span): { at: number; isLine: boolean }[] {
  const within = text.slice(start, end);
  const found = [...within.matchAll(CLAUSE)].map((match) => ({
    at: skipQuotes(text, start + match.index + match[0].length, end),
    isLine: false,
  }));
  for (const at of lines) if (at > start && at < end) found.push({ at, isLine: true });
  return found.filter(({ at }) => at < end).toSorted((one, other) => one.at - other.at);
}

function skipQuotes(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && /["'”’»\s]/.test(text[at] ?? "")) at += 1;
  return at;
}
