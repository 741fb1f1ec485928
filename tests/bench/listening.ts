import { join } from "node:path";

import type { Match } from "#contract/book-progress.ts";
import { childrenOf, readProcess } from "#tests/support/child-processes.ts";
import { executable } from "#tests/support/executable.ts";
import { spokenMp3 } from "#tests/support/mp3.ts";
import { chaptersOf, CLEAR, randomNumbers, readAloud, writeText } from "#tests/support/narrated-text.ts";
import { until } from "#tests/support/poll-until.ts";
import { bookOf } from "#tests/support/reading-book.ts";
import { limitMachine } from "#tests/support/small-machine.ts";

import { inFolder } from "./compiled.ts";
import { LISTENER_COUNT, savesRow, simulateListeners, startFilledClub } from "./listeners.ts";
import { formatMebibytes } from "./row.ts";

const MB = 1024 * 1024;
const AUDIO_HOURS = 10;
const CHAPTERS = 60;
const PARAGRAPH_COUNT = 30;
const SAMPLE_INTERVAL_MS = 25;
/** The unit of times in `/proc/PID/stat`. */
const TICKS_PER_SECOND = 100;

/** The cost of aligning ten hours on one core with 512 MB, while others listen and save (BEYOND 11). */
export const listeningBench = inFolder(async (folder) => {
  const club = await startFilledClub(join(folder, "storage"));
  const machine = limitMachine(club.pid, { memory: 512 * MB, processors: 1 });
  const savesAlone = await simulateListeners(club.cookies, club.save);
  const seconds = await importBook(folder);
  const pid = await findAlignProcess(club.pid);
  const pendingSaves = simulateListeners(club.cookies, club.save);
  const { core, peak } = await measureProcess(pid);
  const savesDuring = await pendingSaves;
  // the child process ends shortly before the server notices
  const { state, share } = await until(
    () => readState(club.target),
    (sentences) => sentences.state !== "working",
  );
  await club.stop();
  machine?.remove();
  const machineText = machine ? "one core and 512 MB: " : "";
  return [
    {
      name: `${machineText}aligning ${AUDIO_HOURS} hours of audio`,
      figures: `${core.toFixed(0)} s of one core, ${formatMebibytes(peak)}; ${(seconds / 3600).toFixed(1)} hours, ${state}, ${Math.round(share * 100)} % of the sentences sure`,
      budget: "≤ 120 s, ≤ 150 MiB",
      isMet: state === "ready" && core <= 120 && peak <= 150 * MB,
    },
    savesRow(
      `${machineText}${LISTENER_COUNT} listeners saving every 3 s meanwhile, p99`,
      savesDuring,
      `without alignment ${savesAlone.p99.toFixed(1)} ms`,
    ),
  ];
});

async function readState({ url, cookie, bookId }: Awaited<ReturnType<typeof startFilledClub>>["target"]) {
  const response = await fetch(`${url}/api/books/${bookId + 1}/match`, { headers: { cookie } });
  const match: Match = await response.json();
  return match.sentences;
}

/** @returns the length of its audio in seconds */
async function importBook(folder: string): Promise<number> {
  const random = randomNumbers(10);
  const text = writeText(random, { chapters: CHAPTERS, paragraphs: PARAGRAPH_COUNT });
  const { seconds, pauses } = readAloud(text, random, () => CLEAR);
  const [ebook, audioPath] = [join(folder, "long.epub"), join(folder, "long.mp3")];
  await Bun.write(ebook, bookOf({ chapters: chaptersOf(text) }));
  await Bun.write(audioPath, spokenMp3(seconds, pauses));
  const args = ["--title", "Ten Hours", "--author", "A. Vintner", "--month", "2020-01"];
  const files = ["--ebook", ebook, "--audiobook", audioPath];
  const environment = { STORAGE_DIR: join(folder, "storage"), LOG_LEVEL: "error" };
  await Bun.$`${await executable()} book import ${args} ${files}`.env(environment).quiet();
  return seconds;
}

async function findAlignProcess(server: number): Promise<number> {
  for (;;) {
    const childPid = childrenOf(server).find((pid) => readProcess(pid, "cmdline").includes("\0align\0"));
    if (childPid !== undefined) return childPid;
    await Bun.sleep(SAMPLE_INTERVAL_MS);
  }
}

/** Watches a process until it ends: seconds on one core, and its peak memory in bytes. */
async function measureProcess(pid: number): Promise<{ core: number; peak: number }> {
  let [core, peak] = [0, 0];
  for (;;) {
    const cpuTicks = readProcess(pid, "stat").split(") ")[1]?.split(" ").slice(11, 13).map(Number) ?? [];
    const residentBytes = Number(/VmHWM:\s+(\d+)/.exec(readProcess(pid, "status"))?.[1] ?? 0) * 1024;
    if (residentBytes === 0) return { core, peak };
    core = Math.max(core, cpuTicks.reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND);
    peak = Math.max(peak, residentBytes);
    await Bun.sleep(SAMPLE_INTERVAL_MS);
  }
}
