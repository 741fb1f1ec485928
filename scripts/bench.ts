import { cpus, loadavg } from "node:os";

import { callsBench } from "#tests/bench/calls.ts";
import { executableBench } from "#tests/bench/executable.ts";
import { filesBench } from "#tests/bench/files.ts";
import { firstPaintBench } from "#tests/bench/first-paint.ts";
import { growthBench } from "#tests/bench/growth.ts";
import { listeningBench } from "#tests/bench/listening.ts";
import { matchBench } from "#tests/bench/match.ts";
import { mediaBench } from "#tests/bench/media.ts";
import { memoryBench } from "#tests/bench/memory.ts";
import { openingBench } from "#tests/bench/opening.ts";
import { overloadBench } from "#tests/bench/overload.ts";
import { pagesBench } from "#tests/bench/pages.ts";
import { peersBench } from "#tests/bench/peers.ts";
import { postsBench } from "#tests/bench/posts.ts";
import { readerBench } from "#tests/bench/reader.ts";
import type { Bench, Row } from "#tests/bench/row.ts";
import { savesBench } from "#tests/bench/saves.ts";
import { sentencesBench } from "#tests/bench/sentences.ts";
import { slowDiskBench } from "#tests/bench/slow-disk.ts";
import { smallMachineBench } from "#tests/bench/small-machine.ts";
import { talkBench } from "#tests/bench/talk.ts";
import { webBench } from "#tests/bench/web.ts";

// `bun run bench`: measures the product's budgets on this machine and writes docs/performance.md; with names of the list
// below, only those, and writes nothing. `bun run bench peers`: the club beside other servers. `bun run bench match
// FOLDER`: how far the match of chapters is off, in books with true times. `bun run bench sentences FOLDER [BOOK…]`: the
// same for sentences. `bun run bench pages FOLDER`: how far a page of a paper copy is off, in books that tell where their
// printed pages begin.
const budgets: Record<string, Bench> = {
  executable: executableBench,
  web: webBench,
  "first-paint": firstPaintBench,
  opening: openingBench,
  files: filesBench,
  media: mediaBench,
  memory: memoryBench,
  reader: readerBench,
  calls: callsBench,
  growth: growthBench,
  overload: overloadBench,
  saves: savesBench,
  "slow-disk": slowDiskBench,
  "small-machine": smallMachineBench,
  listening: listeningBench,
  posts: postsBench,
  talk: talkBench,
};

/** The last figures go between two marks in it. */
const PAGE = "docs/performance.md";

const [, , ...words] = process.argv;
const ofBooks: Record<string, (folder: string | undefined) => Promise<string>> = {
  match: matchBench,
  pages: pagesBench,
};
const ofFolder = ofBooks[words[0] ?? ""];
if (ofFolder) {
  const tables = await ofFolder(words[1]);
  console.log(tables);
  await writeBetween(`<!-- ${words[0]} -->`, tables);
  process.exit(0);
}

if (words[0] === "sentences") {
  const tables = await sentencesBench(words[1], words.slice(2));
  console.log(tables);
  await writeBetween("<!-- sentences -->", tables);
  process.exit(0);
}

const isPeers = words[0] === "peers";
const names = isPeers || words.length === 0 ? Object.keys(budgets) : words;
const unknown = names.filter((name) => !(name in budgets));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}. Choose from: ${Object.keys(budgets).join(", ")}, peers, match, pages, sentences.`,
  );
  process.exit(2);
}

const rows: Row[] = isPeers ? await peersBench() : [];
const lines = rows.map(besidePeers);
for (const name of isPeers ? [] : names) {
  const started = performance.now();
  const found = await measure(name);
  rows.push(...found);
  lines.push(...found.map(besideBudget));
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

const figures = lines.join("\n");
const machine = `Bun ${Bun.version}, ${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, load ${(loadavg()[0] ?? 0).toFixed(1)} at the end`;
console.log(`\n${figures}\n\n${machine}`);
const mark = isPeers ? "<!-- peers -->" : "<!-- measured -->";
if (isPeers || words.length === 0)
  await writeBetween(mark, `Measured on ${new Date().toISOString().slice(0, 10)}: ${machine}.\n\n${figures}`);
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

async function writeBetween(line: string, measured: string): Promise<void> {
  const page = await Bun.file(PAGE).text();
  const [before = "", , after = ""] = page.split(line);
  await Bun.write(PAGE, [before, `\n\n${measured}\n\n`, after].join(line));
}

function besideBudget({ what, club, compared, budget, holds }: Row): string {
  const wanted = [budget && `budget ${budget}`, holds ? "" : "**missed**"].filter(Boolean).join(", ");
  return `- ${what}: ${[`**${club}**`, compared, wanted].filter(Boolean).join("; ")}`;
}

function besidePeers({ what, club, compared, also }: Row): string {
  return `- ${what}: **${club}**; calibre-server ${compared}${also ? `; Audiobookshelf ${also}` : ""}`;
}
