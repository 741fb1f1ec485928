import { cpus } from "node:os";

import { executableBench } from "../tests/bench/executable.ts";
import type { Bench, Row } from "../tests/bench/row.ts";
import { savesBench } from "../tests/bench/saves.ts";

// `bun run bench`: the budgets of the product, measured on this machine, each beside what it is compared with.
const benches: readonly Bench[] = [executableBench, savesBench];

const rows: Row[] = [];
for (const bench of benches) rows.push(...(await bench()));

const head = ["what", "the club", "compared with", "budget", "holds"];
const lines = rows.map(({ what, club, compared, budget, holds }) => [
  what,
  club,
  compared,
  budget,
  holds ? "yes" : "NO",
]);
const widths = head.map((title, column) =>
  Math.max(...[head, ...lines].map((line) => line[column]?.length ?? title.length)),
);
const print = (line: readonly string[]) =>
  console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
print(head);
print(widths.map((width) => "-".repeat(width)));
for (const line of lines) print(line);
console.log(`\nBun ${Bun.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}`);
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);
