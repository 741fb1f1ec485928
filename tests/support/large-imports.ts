const MIB = 1024 * 1024;
/** The maximum size of an import, except for a few bytes. */
const SIZE_BYTES = 4 * MIB - 4096;
const LINE_COUNT = 49_000;
const HEAD = "title,author,month\n";
const MONTH_COUNT = 14_000;
const monthOf = (i: number) => `${1000 + Math.floor(i / 12)}-${String(1 + (i % 12)).padStart(2, "0")}`;

/** Lines up to the maximum size, or the maximum number. */
function lines(head: string, make: (at: number) => string): string {
  const parts = [head];
  let length = head.length;
  for (let i = 0; i < LINE_COUNT; i += 1) {
    const line = `${make(i)}\n`;
    length += Buffer.byteLength(line);
    if (length > SIZE_BYTES) break;
    parts.push(line);
  }
  return parts.join("");
}

const json = (books: string) => `{"books":[${books}]}`;
const repeat = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, i) => make(i)).join();

/** In Goodreads' format: reviews of several lines, with commas and quotation marks. */
export function goodreadsWithReviews(rows: number, reviewLength: number): string {
  const review = 'Loved it, “truly”, said the ""club"".\n'.repeat(Math.ceil(reviewLength / 38));
  const head = "Book Id,Title,Author,ISBN13,My Rating,Date Read,Exclusive Shelf,My Review\n";
  return [
    head,
    ...Array.from(
      { length: rows },
      (_, i) => `${i},Book ${i},Ann,"=""""",5,${monthOf(i % MONTH_COUNT).replace("-", "/")}/03,read,"${review}"\n`,
    ),
  ].join("");
}

/** The largest files that an import accepts, and hostile ones, by their content; JSON ones begin with `{`. */
export const LARGE_IMPORTS: Record<string, () => string> = {
  reviews: () => goodreadsWithReviews(900, 3700),
  "a book a line": () => lines(HEAD, (i) => `Book number ${i},Ann,${monthOf(i % MONTH_COUNT)}`),
  "dates to ask about": () =>
    lines("Title,Author,Date Read,Exclusive Shelf\n", (i) => `B${i},A,${1 + (i % 12)}/${1 + ((i * 7) % 12)}/2018,read`),
  "names of months": () => lines(HEAD, () => `T,A,${"Mai ".repeat(18)}2018`),
  "long dates": () => lines(HEAD, () => `T,A,${"май ".repeat(9000)}2018`),
  "stray quotation marks": () => lines(HEAD, () => 'a"b,c"d,2018-01'),
  "an open quotation mark": () => `${HEAD}"${"x".repeat(SIZE_BYTES - 100)}`,
  "commas alone": () => `${HEAD}${",".repeat(SIZE_BYTES - 100)}`,
  "rows of commas": () => lines(HEAD, () => ",".repeat(60_000)),
  "commas in a row of many lines": () => `${HEAD}${`${",".repeat(5000)}"\n"`.repeat(800)}`,
  "carriage returns": () => `${HEAD}${"a\r".repeat(SIZE_BYTES / 2 - 100)}`,
  "a wide header": () => `${"a,".repeat(SIZE_BYTES / 4)}${HEAD}${"T,A,2018-01\n".repeat(LINE_COUNT)}`,
  spaces: () => `${" ".repeat(SIZE_BYTES)}x`,
  "invisible characters": () => lines(HEAD, () => `${"\u00ADé".repeat(600)},A,2018-01`),
  "books of an export": () =>
    json(repeat(LINE_COUNT, (i) => `{"title":"Book ${i}","author":"A","month":"${monthOf(i % MONTH_COUNT)}"}`)),
  "a book of many fields": () => json(`{${repeat(SIZE_BYTES / 16, (i) => `"k${String(i).padStart(7, "0")}":1`)}}`),
  "a list of numbers": () => json(`${"1,".repeat(SIZE_BYTES / 2 - 50)}1`),
  "deep lists": () => `{"books":${"[".repeat(SIZE_BYTES - 100)}`,
  "a long text": () => json(`{"title":"${String.raw`\u0041\"`.repeat(SIZE_BYTES / 8 - 50)}"}`),
};
