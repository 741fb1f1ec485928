import Papa from "papaparse";

import { AppError } from "#server/errors.ts";

const IMPORT_LINES_MAX = 50_000;

export type Row = { line: number; cells: string[] };

export function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw refused("This file is in UTF-16. Save it as “CSV UTF-8” and try again.");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refused("This file isn't in UTF-8. Save it as “CSV UTF-8” and try again.");
  }
  if (text.includes("\0")) throw refused("This isn't a text file. Save it as “CSV UTF-8” and try again.");
  if (text.trim() === "") throw refused("This file is empty.");
  return text;
}

/** Without the first line `sep=;` that Excel reads and writes. @returns how many lines were skipped */
export function skipSeparatorLine(text: string): { text: string; skipped: number } {
  const [line] = /^\s*"?sep=[^\r\n]{1,3}(?:\r\n?|\n)/i.exec(text) ?? [];
  return line === undefined ? { text, skipped: 0 } : { text: text.slice(line.length), skipped: 1 };
}

/** Skips blank lines. @throws AppError 'invalid' for an unclosed quote, and for too many lines */
export function readRows(text: string, delimiter: "," | ";" | "\t"): Row[] {
  const { data, errors } = Papa.parse<string[]>(text.replaceAll(/\r\n?/g, "\n"), { delimiter, newline: "\n" });
  const rows: Row[] = [];
  let line = 1;
  const starts: number[] = [];
  for (const cells of data) {
    starts.push(line);
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
    line += 1 + cells.reduce((breaks, cell) => breaks + cell.split("\n").length - 1, 0);
  }
  const quotes = errors.find(({ type }) => type === "Quotes");
  if (quotes) throw refused(`Line ${starts[quotes.row ?? 0] ?? 1}: a quotation mark is missing or in the wrong place.`);
  if (line > IMPORT_LINES_MAX + 1)
    throw refused(`This file has more than ${IMPORT_LINES_MAX.toLocaleString("en")} lines. Import it in parts.`);
  return rows;
}

export function refused(message: string): AppError {
  return new AppError("invalid", message);
}
