/** The error of a sentence in seconds of audio and words of text; `isAbout` if the server says "about here". */
export type Delta = { seconds: number; words: number; isAbout: boolean };
/**
 * One edition of a book with one kind of chapters. `proportion` spreads exactly what was read evenly over the audio,
 * `body` all that isn't front or back matter.
 */
export type Case = { book: string; edition: string; kind: string; club: Delta[]; proportion: Delta[]; body: Delta[] };

const MINUTE_SECONDS = 60;

/** Two tables: by kind of chapters over all sentences, and each book. Medians and 95th. */
export function reportOf(cases: readonly Case[]): string {
  return `${tableByKind(cases)}\n\n${tableByBook(cases)}`;
}

function tableByKind(cases: readonly Case[]): string {
  const rows = [...Map.groupBy(cases, ({ kind }) => kind)].map(([kind, kindCases]) => {
    const offsets = kindCases.flatMap(({ club }) => club);
    const guessedDeltas = kindCases.flatMap(({ proportion }) => proportion);
    const approximateDeltas = offsets.filter(({ isAbout }) => isAbout);
    const closeDeltas = approximateDeltas.filter(({ seconds }) => seconds <= MINUTE_SECONDS);
    return [
      kind,
      formatPair(offsets, "seconds"),
      formatPair(offsets, "words"),
      formatPair(guessedDeltas, "seconds"),
      formatPair(guessedDeltas, "words"),
      formatPercent(approximateDeltas.length, offsets.length),
      formatPercent(closeDeltas.length, approximateDeltas.length),
      findWorstBook(kindCases),
    ];
  });
  const head = ["chapters", "s", "words", "proportion, s", "words", "about here", "within a minute", "worst book"];
  return table(head, rows);
}

/** The lowest share, among the books, of "about here" positions that are within a minute. */
function findWorstBook(cases: readonly Case[]): string {
  const shares = cases.flatMap(({ club }) => {
    const deltas = club.filter(({ isAbout }) => isAbout);
    return deltas.length === 0
      ? []
      : [deltas.filter(({ seconds }) => seconds <= MINUTE_SECONDS).length / deltas.length];
  });
  return formatPercent(Math.min(...shares), shares.length === 0 ? 0 : 1);
}

function tableByBook(cases: readonly Case[]): string {
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  const rows = [...Map.groupBy(cases, ({ book, edition }) => `${book.replaceAll("_", " ")}, ${edition}`)].map(
    ([book, bookCases]) => [
      book,
      ...bookCases.map(({ club }) => formatPair(club, "seconds")),
      formatPair(bookCases[0]?.body ?? [], "seconds"),
      formatPair(bookCases[0]?.proportion ?? [], "seconds"),
    ],
  );
  return table(["seconds", ...kinds, "body", "proportion"], rows);
}

function formatPair(offsets: readonly Delta[], side: "seconds" | "words"): string {
  const errors = offsets.map((error) => error[side]);
  return [0.5, 0.95].map((share) => quantile(errors, share, 0)).join(" / ");
}

export function quantile(errors: readonly number[], share: number, digits = 1): string {
  const sorted = errors.toSorted((a, b) => a - b);
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(digits);
}

export function formatPercent(count: number, total: number): string {
  return total === 0 ? "–" : `${Math.round((100 * count) / total)} %`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
