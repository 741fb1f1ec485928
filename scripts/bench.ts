import { cpus, loadavg } from "node:os";

import { callsBench } from "#tests/bench/calls.ts";
import { executableBench } from "#tests/bench/executable.ts";
import { filesBench } from "#tests/bench/files.ts";
import { listeningBench } from "#tests/bench/listening.ts";
import { matchBench } from "#tests/bench/match.ts";
import { memoryBench } from "#tests/bench/memory.ts";
import { openingBench } from "#tests/bench/opening.ts";
import type { Bench, Row } from "#tests/bench/row.ts";
import { savesBench } from "#tests/bench/saves.ts";
import { sentencesBench } from "#tests/bench/sentences.ts";
import { signInBench } from "#tests/bench/sign-in.ts";
import { slowDiskBench } from "#tests/bench/slow-disk.ts";

// `bun run bench [NAME…]`: measures DESIGN 7's budgets and writes the figures into docs/performance.md. `match FOLDER` and
// `sentences FOLDER [BOOK…]` print the error in books whose alignment is known.
const BENCHES: Record<string, Bench> = {
  executable: executableBench,
  memory: memoryBench,
  "sign-in": signInBench,
  opening: openingBench,
  files: filesBench,
  calls: callsBench,
  saves: savesBench,
  "slow-disk": slowDiskBench,
  listening: listeningBench,
};
const BOOK_BENCHES: Record<string, (folder: string | undefined, names: string[]) => Promise<string>> = {
  match: matchBench,
  sentences: sentencesBench,
};
const PAGE = "docs/performance.md";
/** The page has only the median. */
const LOWEST_AND_HIGHEST = / \([\d.,]+–[\d.,]+\)/g;

const [firstArgument = "", ...otherArguments] = process.argv.slice(2);
const bookBench = BOOK_BENCHES[firstArgument];
if (bookBench) {
  console.log(await bookBench(otherArguments[0], otherArguments.slice(1)));
  process.exit(0);
}
const names = firstArgument ? [firstArgument, ...otherArguments] : Object.keys(BENCHES);
const unknownNames = names.filter((name) => !(name in BENCHES));
if (unknownNames.length > 0) {
  console.error(
    `There is no ${unknownNames.join(", ")}. Choose from: ${Object.keys({ ...BENCHES, ...BOOK_BENCHES }).join(", ")}.`,
  );
  process.exit(2);
}

const rows: Row[] = [];
for (const name of names) {
  const startTime = performance.now();
  const newRows = await measure(name);
  rows.push(...newRows);
  await writeRows(newRows);
  console.log(`\n── ${name}, ${((performance.now() - startTime) / 1000).toFixed(0)} s\n`);
  for (const row of newRows)
    console.log(
      `${row.isMet ? "met   " : "missed"}  ${row.name}\n        ${row.figures}\n        budget ${row.budget}`,
    );
}
const load = (loadavg()[0] ?? 0).toFixed(1);
const missed = rows.filter(({ isMet }) => !isMet).length;
console.log(
  `\n${rows.length} rows, ${missed} missed. Bun ${Bun.version}, ${cpus().length} × ${cpus()[0]?.model}, load ${load}`,
);
process.exit(missed === 0 ? 0 : 1);

/** A failing bench doesn't skip the others. */
async function measure(name: string): Promise<Row[]> {
  try {
    return (await BENCHES[name]?.()) ?? [];
  } catch (error) {
    console.error(error);
    return [{ name, figures: "failed", budget: "a figure", isMet: false }];
  }
}

/** Replaces the page's rows of the same names. */
async function writeRows(newRows: readonly Row[]): Promise<void> {
  const day = new Date().toISOString().slice("yyyy-".length, "yyyy-MM-dd".length);
  const lines = (await Bun.file(PAGE).text()).split("\n").map((line) => {
    const row = newRows.find(({ name }) => name === line.split("|")[1]?.trim());
    if (!row) return line;
    const figures = row.figures.replaceAll(LOWEST_AND_HIGHEST, "");
    return `| ${[row.name, figures, row.isMet ? row.budget : `${row.budget}, **missed**`, day].join(" | ")} |`;
  });
  await Bun.write(PAGE, lines.join("\n"));
  await Bun.$`bun fmt ${PAGE}`.quiet();
}
