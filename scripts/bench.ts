import { cpus, loadavg } from "node:os";

import { callsBench } from "#tests/bench/calls.ts";
import { executableBench } from "#tests/bench/executable.ts";
import { filesBench } from "#tests/bench/files.ts";
import { firstPaintBench } from "#tests/bench/first-paint.ts";
import { growthBench } from "#tests/bench/growth.ts";
import { matchBench } from "#tests/bench/match.ts";
import { mediaBench } from "#tests/bench/media.ts";
import { memoryBench } from "#tests/bench/memory.ts";
import { openingBench } from "#tests/bench/opening.ts";
import { overloadBench } from "#tests/bench/overload.ts";
import { peersBench } from "#tests/bench/peers.ts";
import { postsBench } from "#tests/bench/posts.ts";
import { readerBench } from "#tests/bench/reader.ts";
import type { Bench, Row } from "#tests/bench/row.ts";
import { savesBench, slowDiskBench } from "#tests/bench/saves.ts";
import { smallMachineBench } from "#tests/bench/small-machine.ts";
import { talkBench } from "#tests/bench/talk.ts";
import { webBench } from "#tests/bench/web.ts";

// `bun run bench`: measures the product's budgets on this machine. `bun run bench peers`: the club beside other servers.
// `bun run bench match FOLDER`: how far the match of chapters is off, in books with true times.
const budgets: readonly Bench[] = [
  executableBench,
  webBench,
  firstPaintBench,
  openingBench,
  filesBench,
  mediaBench,
  memoryBench,
  readerBench,
  callsBench,
  growthBench,
  overloadBench,
  savesBench,
  slowDiskBench,
  smallMachineBench,
  postsBench,
  talkBench,
];

/** The last figures go between two marks in it. */
const PAGE = "docs/performance.md";

const [, , which, folder] = process.argv;
const isPeers = which === "peers";
if (which === "match") {
  const tables = await matchBench(folder);
  console.log(tables);
  await writeBetween("<!-- match -->", tables);
  process.exit(0);
}

const benches = isPeers ? [peersBench] : budgets;
const mark = isPeers ? "<!-- peers -->" : "<!-- measured -->";

const rows: Row[] = [];
for (const bench of benches) rows.push(...(await bench()));

const figures = rows.map(isPeers ? besidePeers : besideBudget).join("\n");
const machine = `Bun ${Bun.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`;
console.log(`${figures}\n\n${machine}`);
await writeBetween(mark, `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}.\n\n${figures}`);
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);

async function writeBetween(line: string, measured: string): Promise<void> {
  const page = await Bun.file(PAGE).text();
  const [before = "", , after = ""] = page.split(line);
  await Bun.write(PAGE, [before, `\n\n${measured}\n\n`, after].join(line));
}

function besideBudget({ what, club, compared, budget, holds }: Row): string {
  const wanted = budget && `budget ${budget}${holds ? "" : ", **missed**"}`;
  return `- ${what}: ${[`**${club}**`, compared, wanted].filter(Boolean).join("; ")}`;
}

function besidePeers({ what, club, compared, also }: Row): string {
  return `- ${what}: **${club}**; calibre-server ${compared}${also ? `; Audiobookshelf ${also}` : ""}`;
}
