import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { memoryOf } from "#tests/support/vitals.ts";

const MB = 1024 * 1024;
const READER_COUNT = 20;
const BYTES_PER_SECOND = 50_000;
const WINDOW_SECONDS = 15;
/** Periods in which other calls are measured, because another program may disturb one. */
const WINDOW_COUNT = 3;

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn", MAX_UPLOAD_MB: "1100" } });
  admin = await signedIn(club);
  expect((await sendRaw(admin, largeAudiobook(1024 * MB))).status).toBe(201);
}, 300_000);
afterAll(() => club.stop());

test(
  `${READER_COUNT} slow readers of 1 GB cost little memory (D08)`,
  async () => {
    await measureWaits(2);
    const bytesBefore = memoryOf(club.pid());
    const idleWaitMs = p99(await measureWaits(WINDOW_SECONDS / 2));
    const readers = Array.from({ length: READER_COUNT }, readSlowly);
    const waitsDuring: number[] = [];
    let peakBytes = 0;
    for (let window = 0; window < WINDOW_COUNT; window += 1) {
      waitsDuring.push(p99(await measureWaits(WINDOW_SECONDS)));
      peakBytes = Math.max(peakBytes, memoryOf(club.pid()));
    }
    const readCounts = readers.map((reader) => reader.end());
    console.log(
      `D08: ${((peakBytes - bytesBefore) / MB).toFixed(1)} MiB more; p99 of others ${waitsDuring.map((wait) => wait.toFixed(1)).join(", ")} ms, alone ${idleWaitMs.toFixed(1)} ms; each read ${Math.round(Math.min(...readCounts) / 1000)} to ${Math.round(Math.max(...readCounts) / 1000)} KB`,
    );
    expect(Math.min(...readCounts)).toBeGreaterThan(BYTES_PER_SECOND * WINDOW_SECONDS);
    expect(peakBytes - bytesBefore).toBeLessThan(50 * MB);
    expect(Math.min(...waitsDuring)).toBeLessThan(100);
  },
  WINDOW_SECONDS * WINDOW_COUNT * 1000 + 120_000,
);

/** Downloads slowly over sockets, like a phone on a bad connection. `end` returns the number of reads. */
function readSlowly() {
  const { hostname, port, host } = new URL(club.url);
  let readCount = 0;
  const socket: Socket = connect(Number(port), hostname, () =>
    socket.write(
      `GET /api/download/audiobook/${admin.bookId} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${admin.cookie}\r\n\r\n`,
    ),
  );
  socket.on("error", () => undefined);
  socket.pause();
  const readInterval = setInterval(() => {
    for (let remainingBytes = BYTES_PER_SECOND / 4; remainingBytes > 0;) {
      const bytes: Buffer | null = socket.read(Math.min(remainingBytes, socket.readableLength));
      if (!bytes) break;
      readCount += bytes.length;
      remainingBytes -= bytes.length;
    }
  }, 250);
  return {
    end(): number {
      clearInterval(readInterval);
      socket.destroy();
      return readCount;
    },
  };
}

/** How long a member waits for board and book, repeatedly for so many seconds. In milliseconds. */
async function measureWaits(seconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end)
    for (const path of ["/api/posts", "/api/books/current"]) {
      const startMs = performance.now();
      const response = await fetch(club.url + path, { headers: { cookie: admin.cookie } });
      await response.arrayBuffer();
      times.push(performance.now() - startMs);
      expect(response.status).toBe(200);
      await Bun.sleep(5);
    }
  return times;
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}
