import { rmSync } from "node:fs";
import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";
import { memoryOf } from "#tests/support/vitals.ts";

import { inFolder, startServer } from "./compiled.ts";
import { formatSpread, median } from "./row.ts";
import { stockClub } from "./stocked-club.ts";

const MB = 1024 * 1024;
const ROUNDS = 5;
const UPLOAD_BYTES = 1024 * MB;
const PLAYED_BYTES = 64 * MB;
const STREAM_COUNT = 16;
/** How long a player with a full buffer waits between reads. */
const READ_INTERVAL_MS = 50;
const IDLE_MS = 2000;

/** How much memory the server needs in addition while an admin uploads 1 GiB and sixteen members listen. */
export const memoryBench = inFolder(async (folder) => {
  const program = await executable();
  const [idleMib, extraMib]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const storage = join(folder, `storage-${round}`);
    const memory = await measureMemory(program, storage);
    idleMib.push(memory.idle / MB);
    extraMib.push((memory.most - memory.idle) / MB);
    rmSync(storage, { recursive: true, force: true });
  }
  return [
    {
      name: `memory during a 1 GiB upload and ${STREAM_COUNT} audio streams`,
      figures: `${formatSpread(extraMib)} MiB more; idle, after first use: ${formatSpread(idleMib)} MiB`,
      budget: "≤ 64 MiB more",
      isMet: median(extraMib) <= 64,
    },
  ];
});

async function measureMemory(program: string, storage: string): Promise<{ idle: number; most: number }> {
  const { cookie, bookId } = await stockClub(storage, { members: 2, books: 1, posts: 0 });
  const club = await startServer(program, { STORAGE_DIR: storage, NIGHTLY_BACKUP: "off" });
  const admin = { url: club.url, cookie, bookId };
  const aborter = new AbortController();
  const upload = async (bytes: number) => {
    const { status, body } = await sendRaw(admin, largeAudiobook(bytes));
    if (status !== 201) throw new Error(body);
  };
  const listen = async () => {
    while (!aborter.signal.aborted) {
      const address = `${club.url}/api/download/audiobook/${bookId}`;
      const { body } = await fetch(address, { headers: { cookie, range: "bytes=0-" } });
      for await (const chunk of body ?? []) {
        if (aborter.signal.aborted) return;
        if (chunk.length > 0) await Bun.sleep(READ_INTERVAL_MS);
      }
    }
  };
  try {
    await upload(PLAYED_BYTES);
    await (await fetch(`${club.url}/api/download/audiobook/${bookId}`, { headers: { cookie } })).arrayBuffer();
    await Bun.sleep(IDLE_MS);
    const idleBytes = memoryOf(club.pid);
    let mostBytes = idleBytes;
    const sampler = setInterval(() => (mostBytes = Math.max(mostBytes, memoryOf(club.pid))), 10);
    const streams = Promise.all(Array.from({ length: STREAM_COUNT }, listen));
    await upload(UPLOAD_BYTES);
    aborter.abort();
    await streams;
    clearInterval(sampler);
    return { idle: idleBytes, most: mostBytes };
  } finally {
    await club.stop();
  }
}
