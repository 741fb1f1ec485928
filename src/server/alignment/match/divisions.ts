import { sectionOffsets } from "#contract/chapters.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

import { isBookTitle, roleOf } from "./roles.ts";

/** A stretch of the text between two places where a chapter may begin; lengths in code points. */
export type TextPart = {
  title: string;
  start: number;
  length: number;
  section: number;
  fragment: string | null;
  /** How likely it isn't read aloud, 0 to 1. */
  skip: number;
};

const PARTS_MAX = 600;
const LEVELS_MAX = 4;
const SKIP = { around: 0.97, outside: 0.6, optional: 0.65, preface: 0.45, short: 0.5, body: 0.02 };
/** The longer a chapter, the rarer it's left out. */
const SKIPPED_LENGTH = 5000;
const SKIP_LEAST = 0.0001;
/** A title page or the page "Part One". */
const SHORT = 800;
/** An entry with the book's title that holds less of the text than this is a title page. */
const BODY_SHARE = 0.05;
const BODY_LENGTH = 20_000;
/** Divisions whose starts are this close are the same. */
const SAME_START = 300;

type Start = Pick<TextPart, "start" | "section" | "fragment"> & { title: string; level: number };

/** Ways to divide the text into chapters: by its contents down to each level, and by its files. */
export function divisions(contents: TextContents, bookTitle: string): TextPart[][] {
  const lines = contents.toc.flatMap(({ title, start, section, fragment, level }) =>
    start === null || section === null ? [] : [{ title, start, section, fragment, level }],
  );
  const starts = sectionOffsets(contents.sections);
  const files = contents.sections.map(({ index }) => {
    return {
      title: contents.headings[index] ?? "",
      start: starts[index] ?? 0,
      section: index,
      fragment: null,
      level: 0,
    };
  });
  const levels = [...new Set(lines.map(({ level }) => level))].toSorted((a, b) => a - b).slice(0, LEVELS_MAX);
  const body = bodyOf(lines, contents.length, bookTitle);
  const ways = levels
    .filter((level) => level >= body.level)
    .map((level) => lines.filter((line) => line.level <= level));
  const named = files.map((file) => ({
    ...file,
    title: lines.find(({ start }) => start === file.start)?.title ?? file.title,
  }));
  return [...ways, named]
    .map((way) => partsOf(way, { length: contents.length, bookTitle, body }))
    .filter((parts, at, all) => parts.length <= PARTS_MAX && all.findIndex((other) => isSame(other, parts)) === at);
}

type Body = { from: number; until: number; level: number };
type Book = { length: number; bookTitle: string; body: Body };

function partsOf(way: readonly Start[], { length, bookTitle, body }: Book): TextPart[] {
  const ordered = way
    .toSorted((a, b) => a.start - b.start)
    // of two lines at one place, "Part One" and "Chapter 1", the deeper one names the chapter
    .filter((line, at, all) => line.start !== all[at + 1]?.start);
  const [first] = ordered;
  const lead = { title: "", start: 0, section: 0, fragment: null, level: 0 };
  const all = first && first.start === 0 ? ordered : [lead, ...ordered];
  return all.map(({ title, start, section, fragment }, at) => {
    const role = roleOf(title, bookTitle);
    const own = (all[at + 1]?.start ?? length) - start;
    const isOutside = start < body.from || start >= body.until;
    const isShort = own < SHORT;
    const kind = role === "body" && isShort ? "short" : role;
    const usual = kind === "body" ? Math.max(SKIP_LEAST, SKIP.body * Math.exp(-own / SKIPPED_LENGTH)) : SKIP[kind];
    const skip = isOutside && kind === "body" ? SKIP.outside : usual;
    return { title, start, length: own, section, fragment, skip };
  });
}

/**
 * An entry with the book's title, if not its title page, is the parent of all chapters; else all of the text is the
 * body.
 */
function bodyOf(lines: readonly Start[], length: number, bookTitle: string): Body {
  for (const [at, { title, start, level }] of lines.entries()) {
    if (!isBookTitle(title, bookTitle)) continue;
    const end = lines.slice(at + 1).find((line) => line.level <= level && line.start > start)?.start ?? length;
    if (end - start > Math.min(BODY_LENGTH, BODY_SHARE * length)) return { from: start, until: end, level };
  }
  return { from: 0, until: length, level: 0 };
}

function isSame(one: readonly TextPart[], other: readonly TextPart[]): boolean {
  const covers = (all: readonly TextPart[], { start }: TextPart) =>
    all.some((part) => Math.abs(part.start - start) <= SAME_START);
  return one.every((part) => covers(other, part)) && other.every((part) => covers(one, part));
}
