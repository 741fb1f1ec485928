import { sectionOffsets } from "#contract/chapters.ts";
import { normalizeText } from "#contract/normalize-text.ts";
import type { TextContents } from "#server/epub/read-contents.ts";

/** In code points. */
export type TextPart = {
  title: string;
  start: number;
  length: number;
  section: number;
  fragment: string | null;
  skip: number;
};

const DIVISION_PARTS_MAX = 600;
const LEVELS_MAX = 4;
const SKIP_PROBABILITIES = { around: 0.97, outside: 0.6, optional: 0.65, preface: 0.45, short: 0.5, body: 0.02 };
/** The longer a chapter is, the less often it's skipped. */
const SKIPPED_MEAN_LENGTH = 5000;
const SKIP_PROBABILITY_MIN = 0.0001;
const SHORT_PART_LENGTH = 800;
/** An entry with the book's title and a smaller share of the text is its title page. */
const BODY_SHARE_MIN = 0.05;
const BODY_LENGTH_MIN = 20_000;
const SAME_START_TOLERANCE = 300;

type Start = Pick<TextPart, "start" | "section" | "fragment"> & { title: string; level: number };

/** Divides the text by each level of its contents, and by its files. */
export function findDivisions(contents: TextContents, bookTitle: string): TextPart[][] {
  const entries = contents.toc.flatMap(({ title, start, section, fragment, level }) =>
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
  const levels = [...new Set(entries.map(({ level }) => level))].toSorted((a, b) => a - b).slice(0, LEVELS_MAX);
  const body = findBody(entries, contents.length, bookTitle);
  const startLists = levels
    .filter((level) => level >= body.level)
    .map((level) => entries.filter((line) => line.level <= level));
  const titledFiles = files.map((file) => ({
    ...file,
    title: entries.find(({ start }) => start === file.start)?.title ?? file.title,
  }));
  return [...startLists, titledFiles]
    .map((starts) => toParts(starts, { length: contents.length, bookTitle, body }))
    .filter(
      (parts, at, all) =>
        parts.length <= DIVISION_PARTS_MAX && all.findIndex((other) => isSameDivision(other, parts)) === at,
    );
}

type Body = { from: number; until: number; level: number };
type Book = { length: number; bookTitle: string; body: Body };

function toParts(starts: readonly Start[], { length, bookTitle, body }: Book): TextPart[] {
  const ordered = starts
    .toSorted((a, b) => a.start - b.start)
    // "Part One" and "Chapter 1" at one position: the deeper one is the chapter's title
    .filter((line, at, all) => line.start !== all[at + 1]?.start);
  const [first] = ordered;
  const leadingStart = { title: "", start: 0, section: 0, fragment: null, level: 0 };
  const allStarts = first && first.start === 0 ? ordered : [leadingStart, ...ordered];
  return allStarts.map(({ title, start, section, fragment }, at) => {
    const role = roleOf(title, bookTitle);
    const partLength = (allStarts[at + 1]?.start ?? length) - start;
    const isOutside = start < body.from || start >= body.until;
    const isShort = partLength < SHORT_PART_LENGTH;
    const kind = role === "body" && isShort ? "short" : role;
    const bodySkip =
      kind === "body"
        ? Math.max(SKIP_PROBABILITY_MIN, SKIP_PROBABILITIES.body * Math.exp(-partLength / SKIPPED_MEAN_LENGTH))
        : SKIP_PROBABILITIES[kind];
    const skip = isOutside && kind === "body" ? SKIP_PROBABILITIES.outside : bodySkip;
    return { title, start, length: partLength, section, fragment, skip };
  });
}

/** The entry with the book's title contains all chapters, unless it's the title page. */
function findBody(entries: readonly Start[], length: number, bookTitle: string): Body {
  for (const [at, { title, start, level }] of entries.entries()) {
    if (!isBookTitle(title, bookTitle)) continue;
    const end = entries.slice(at + 1).find((line) => line.level <= level && line.start > start)?.start ?? length;
    if (end - start > Math.min(BODY_LENGTH_MIN, BODY_SHARE_MIN * length)) return { from: start, until: end, level };
  }
  return { from: 0, until: length, level: 0 };
}

function isSameDivision(one: readonly TextPart[], other: readonly TextPart[]): boolean {
  const covers = (all: readonly TextPart[], { start }: TextPart) =>
    all.some((part) => Math.abs(part.start - start) <= SAME_START_TOLERANCE);
  return one.every((part) => covers(other, part)) && other.every((part) => covers(one, part));
}

const exactTitles = (lines: readonly string[]) => new RegExp(`^(?:${lines.join("|")})$`);

/** Normalized titles in English, German, French, Spanish and Italian, also of a recording's parts. */
const FRONT_AND_BACK_MATTER = exactTitles([
  "a note (?:about|on) the (?:author|type)",
  "about (?:the|this) (?:author|book|publisher|narrator|translator|type)s?",
  "acknowledge?ments?|danksagung|remerciements|agradecimientos|ringraziamenti",
  "advertisement",
  "(?:also|books) by\\b.*",
  "(?:back|front|inside)? ?cover|titelbild|umschlag|couverture|cubierta|copertina",
  "bibliography",
  "colophon|kolophon",
  "(?:table of )?contents|inhalt|inhaltsverzeichnis|table des matieres|sommaire|indice|sommario",
  "copyright(?: .*)?",
  "(?:opening|closing|end|front|start) credits?|credits?|abspann|vorspann|generique|creditos|crediti",
  "dedication|widmung|dedicace|dedicatoria|dedica",
  "discussion questions",
  "endnotes|footnotes|notes|anmerkungen|fussnoten|fußnoten|notas|note",
  "epigraph",
  "frontispiece",
  "half ?title(?: page)?",
  "imprint|impressum",
  "index",
  "(?:landmarks|list of (?:illustrations|figures|tables))",
  "newsletter(?: .*)?",
  "praise(?: for .*)?",
  "(?:the )?(?:full )?project gutenberg.*",
  "reading group guide",
  "sample",
  "title ?page|titelseite|titelei|page de titre|portada|frontespizio",
  "transcriber s notes?",
  "uncopyright",
]);

/** Mostly by another author, and often not read aloud. */
const OFTEN_SKIPPED = exactTitles([
  "(?:the |editor s |translator s )?(?:introduction|afterword|appendix|appendices|postscript)\\b.*",
  "(?:biographical|historical) .*|glossary|chronology|intro|outro",
  "einleitung|einfuhrung|nachwort|anhang|glossar|zeittafel",
  "postface|annexes?|glossaire",
  "introduccion|apendice|glosario",
  "introduzione|postfazione|appendice|glossario",
]);

const PREFACE = exactTitles([
  "(?:the |author s )?(?:preface|foreword)\\b.*",
  "vorwort|avant propos|prefacio|prefazione",
]);

type Role = "around" | "optional" | "preface" | "body";

function roleOf(rawTitle: string, bookTitle: string): Role {
  const [fullTitle, book] = [normalizeTitle(rawTitle), normalizeTitle(bookTitle)];
  const title = book !== "" && fullTitle.startsWith(`${book} `) ? fullTitle.slice(book.length + 1) : fullTitle;
  if (FRONT_AND_BACK_MATTER.test(title)) return "around";
  if (OFTEN_SKIPPED.test(title)) return "optional";
  return PREFACE.test(title) ? "preface" : "body";
}

function isBookTitle(rawTitle: string, bookTitle: string): boolean {
  return normalizeTitle(bookTitle) !== "" && normalizeTitle(rawTitle) === normalizeTitle(bookTitle);
}

function normalizeTitle(text: string): string {
  return normalizeText(text, "NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
