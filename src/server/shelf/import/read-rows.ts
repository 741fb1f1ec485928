import Papa from "papaparse";

import { AppError } from "#server/errors.ts";

const IMPORT_ROWS_MAX = 50_000;
/** Reviews have many. */
const IMPORT_LINES_MAX = 250_000;

const CHUNK_LENGTH = 64 * 1024;
/** A row without an end for longer most often lacks a quotation mark. */
const ROW_CHUNKS_MAX = 2;

export type Delimiter = "," | ";" | "\t";
export type Row = { line: number; cells: string[] };

export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw invalidImportError("This file is in UTF-16. Save it as “CSV UTF-8” and try again.");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalidImportError("This file isn't in UTF-8. Save it as “CSV UTF-8” and try again.");
  }
  if (text.includes("\0")) throw invalidImportError("This isn't a text file. Save it as “CSV UTF-8” and try again.");
  if (text.trim() === "") throw invalidImportError("This file is empty.");
  return text;
}

/** Without the first line `sep=;` that Excel reads and writes. @returns how many lines were skipped */
export function skipSeparatorLine(text: string): { text: string; skipped: number } {
  const [line] = /^\s*"?sep=[^\r\n]{1,3}(?:\r\n?|\n)/i.exec(text) ?? [];
  return line === undefined ? { text, skipped: 0 } : { text: text.slice(line.length), skipped: 1 };
}

/** Skips blank lines. @throws AppError 'invalid' for an unclosed quote, and for too many lines */
export function readRows(text: string, delimiter: Delimiter): Promise<Row[]> {
  const rows: Row[] = [];
  let line = 1;
  let chunksOfRow = 0;
  const addChunk = ({ data, errors }: Papa.ParseResult<string[]>) => {
    chunksOfRow = data.length === 0 ? chunksOfRow + 1 : 0;
    const starts: number[] = [];
    for (const cells of data) {
      starts.push(line);
      if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
      line += cells.reduce((count, cell) => count + countLineBreaks(cell), 1);
    }
    const quoteError = errors.find(({ type }) => type === "Quotes");
    if (chunksOfRow > ROW_CHUNKS_MAX)
      throw invalidImportError(`Line ${line}: a quotation mark is missing, or the entry is too long.`);
    if (quoteError) {
      const errorLine = starts[quoteError.row ?? 0] ?? line;
      throw invalidImportError(`Line ${errorLine}: a quotation mark is missing or in the wrong place.`);
    }
    requireMaxLines(rows.length, IMPORT_ROWS_MAX);
    requireMaxLines(line - 1, IMPORT_LINES_MAX);
  };
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>();
  requireMaxLines(countLineBreaks(text, "\r"), IMPORT_LINES_MAX);
  Papa.parse<string[]>(text.replaceAll(/\r\n?/g, "\n"), {
    delimiter,
    newline: "\n",
    chunkSize: CHUNK_LENGTH,
    chunk: (part: Papa.ParseResult<string[]>, parser: Papa.Parser) => {
      try {
        addChunk(part);
        parser.pause();
        setTimeout(() => parser.resume(), 0);
      } catch (error) {
        // ends the parsing, which calls `complete`
        reject(error);
        parser.abort();
      }
    },
    complete: () => resolve(rows),
  });
  return promise;
}

/** Counts no further than a file may go. */
function countLineBreaks(text: string, mark = "\n"): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0 && count <= IMPORT_LINES_MAX; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}

export function requireMaxLines(count: number, max = IMPORT_ROWS_MAX): void {
  if (count > max)
    throw invalidImportError(`This file has more than ${max.toLocaleString("en")} lines. Import it in parts.`);
}

export function invalidImportError(message: string): AppError {
  return new AppError("invalid", message);
}
