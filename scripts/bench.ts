import { cpus, loadavg } from "node:os";

import { callsBench } from "#tests/bench/calls.ts";
import { executableBench } from "#tests/bench/executable.ts";
import { filesBench } from "#tests/bench/files.ts";
import { firstPaintBench } from "#tests/bench/first-paint.ts";
import { listeningBench } from "#tests/bench/listening.ts";
import { matchBench } from "#tests/bench/match.ts";
import { memoryBench } from "#tests/bench/memory.ts";
import { openingBench } from "#tests/bench/opening.ts";
import { readerBench } from "#tests/bench/reader.ts";
import type { Bench, Row } from "#tests/bench/row.ts";
import { savesBench } from "#tests/bench/saves.ts";
import { sentencesBench } from "#tests/bench/sentences.ts";
import { slowDiskBench } from "#tests/bench/slow-disk.ts";
import { webBench } from "#tests/bench/web.ts";

// `bun run bench [NAME…]`: measures the product's budgets on this machine, all or those of the list below, and writes each
// figure into its line of docs/performance.md. `match FOLDER` and `sentences FOLDER [BOOK…]`
// print how far it's off in books whose truth is known.
const budgets: Record<string, Bench> = {
  executable: executableBench,
  web: webBench,
  "first-paint": firstPaintBench,
  opening: openingBench,
  files: filesBench,
  memory: memoryBench,
  reader: readerBench,
  calls: callsBench,
  saves: savesBench,
  "slow-disk": slowDiskBench,
  listening: listeningBench,
};

const PAGE = "docs/performance.md";
/** What `spread` adds; the page has only the median. */
const LOWEST_AND_HIGHEST = / \([\d.,]+–[\d.,]+\)/g;

const [, , ...words] = process.argv;
const ofBooks: Record<string, (folder: string | undefined, only: string[]) => Promise<string>> = {
  match: matchBench,
  sentences: sentencesBench,
};
const ofFolder = ofBooks[words[0] ?? ""];
if (ofFolder) {
  console.log(await ofFolder(words[1], words.slice(2)));
  process.exit(0);
}

const names = words.length === 0 ? Object.keys(budgets) : words;
const unknown = names.filter((name) => !(name in budgets));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}. Choose from: ${Object.keys(budgets).join(", ")}, match, sentences.`,
  );
  process.exit(2);
}

const rows: Row[] = [];
for (const name of names) {
  const started = performance.now();
  const found = await measure(name);
  rows.push(...found);
  await writeLines(found);
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

const machine = `Bun ${Bun.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`;
console.log(`\n${rows.map(besideBudget).join("\n")}\n\n${machine}`);
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);

/** One that fails costs its own lines, not the other twenty minutes. */
async function measure(name: string): Promise<Row[]> {
  try {
    return (await budgets[name]?.()) ?? [];
  } catch (error) {
    console.error(error);
    return [{ what: name, club: "failed", compared: "", budget: "", holds: false }];
  }
}

/** Into the page's lines that begin with the same words. Those that it doesn't have are only printed. */
async function writeLines(found: readonly Row[]): Promise<void> {
  const page = await Bun.file(PAGE).text();
  const lines = page.split("\n").map((line) => {
    const [, what] = line.split("|").map((cell) => cell.trim());
    const row = found.find((one) => one.what === what);
    return row ? `| ${[row.what, figures(row), wanted(row), today()].join(" | ")} |` : line;
  });
  await Bun.write(PAGE, lines.join("\n"));
  await Bun.$`bun fmt ${PAGE}`.quiet();
}

/** MM-dd. */
function today(): string {
  return new Date().toISOString().slice("yyyy-".length, "yyyy-MM-dd".length);
}

function figures({ club, compared }: Row): string {
  return [club, compared].filter(Boolean).join("; ").replaceAll(LOWEST_AND_HIGHEST, "");
}

function wanted({ budget, holds }: Row): string {
  return [budget, holds ? "" : "**missed**"].filter(Boolean).join(", ");
}

function besideBudget(row: Row): string {
  const budget = wanted(row);
  return `- ${row.what}: ${[`**${row.club}**`, row.compared, budget && `budget ${budget}`].filter(Boolean).join("; ")}`;
}
