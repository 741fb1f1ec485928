/**
 * A drawn cover's title: its words, as many as fit above the ornament, and their size as a share of the cover's width.
 */
export type CoverTitle = { text: string; size: number; lines: number };

/** Longer titles are smaller; the longest are cut between words. */
const SIZES = [
  { upTo: 22, size: 0.11, lines: 3 },
  { upTo: 36, size: 0.09, lines: 3 },
  { upTo: 56, size: 0.075, lines: 4 },
];
const LONGEST = 56;
/** Share of the cover's width between the frame's edges. */
const ROOM = 0.66;
/** Scripts that break between any two characters. */
const WORD = /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u2010-\u2015/-]+/gu;

export function coverTitle(title: string): CoverTitle {
  const text = shortened(title.trim());
  const fit = SIZES.find(({ upTo }) => text.length <= upTo) ?? { size: 0.075, lines: 4 };
  const widest = Math.max(1, ...(text.match(WORD) ?? []).map((word) => widthOf(word)));
  return { text, lines: fit.lines, size: Math.min(fit.size, ROOM / widest) };
}

function shortened(title: string): string {
  if (title.length <= LONGEST) return title;
  const end = title.lastIndexOf(" ", LONGEST);
  return `${title.slice(0, end > 0 ? end : LONGEST).replace(/[,;:.–—-]$/u, "")}…`;
}

/** In ems of the title's font, rather too wide than too narrow. */
function widthOf(word: string): number {
  return Array.from(word).reduce((sum, letter) => sum + emsOf(letter), 0);
}

function emsOf(letter: string): number {
  if (/[iljtfr1'’.,:;!|]/u.test(letter)) return 0.42;
  return /[mwMW@%]|\p{Lu}/u.test(letter) ? 0.88 : 0.62;
}
