/** Signs that mean something wherever they stand, in CommonMark or in what programs add to it. */
const SIGNS = /[\\`*_{}[\]<>#|~&$^=%@]/gu;
/** What programs make a link of without any sign. */
const LINKS = /:(?=\/\/)|(?<=www)\./giu;
/** What makes a list, a line or a heading at the start of a line. */
const STARTS = /^(?:[-+:]|(\d+)(?=[.)]))/u;
const LINE_BREAKS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** Typed text as Markdown that shows it as it is, in one line. */
export function markdownLine(text: string): string {
  return lineOf(text.split(LINE_BREAKS).join(" "));
}

/** The same with its paragraphs and line breaks. */
export function markdownLines(text: string): string[] {
  const lines = text.split(LINE_BREAKS).map((line) => lineOf(line));
  // a backslash at a line's end breaks it there
  return lines.map((line, at) => (line !== "" && (lines[at + 1] ?? "") !== "" ? `${line}\\` : line));
}

function lineOf(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll(SIGNS, String.raw`\$&`)
    .replaceAll(LINKS, String.raw`\$&`)
    .replace(STARTS, (start, digits?: string) => (digits === undefined ? `\\${start}` : start))
    .replace(/^(\d+)([.)])/u, String.raw`$1\$2`);
}
