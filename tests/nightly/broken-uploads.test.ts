import { afterAll, beforeAll, expect, test } from "bun:test";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { until } from "#tests/support/poll-until.ts";
import { watchUploads } from "#tests/support/upload-watch.ts";
import { memoryOf } from "#tests/support/vitals.ts";

const MB = 1024 * 1024;

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
let watch: ReturnType<typeof watchUploads>;

beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "warn" } });
  admin = await signedIn(club);
  watch = watchUploads(club, admin);
  expect((await sendRaw(admin, largeAudiobook(5 * MB))).status).toBe(201);
}, 300_000);
afterAll(() => club.stop());

/** The lowest memory within three seconds, after garbage collection. */
async function idleMemory(): Promise<number> {
  let leastBytes = memoryOf(club.pid());
  for (let sampleIndex = 0; sampleIndex < 30; sampleIndex += 1) {
    await Bun.sleep(100);
    leastBytes = Math.min(leastBytes, memoryOf(club.pid()));
  }
  return leastBytes;
}

test("120 aborted uploads leave nothing but the old file (U03)", async () => {
  const hashBefore = await watch.downloadHash();
  const book = largeAudiobook(20 * MB, "Broken");
  const breakOff = (share: number, how: "fin" | "rst") =>
    sendRaw(admin, book, { stopAt: Math.floor(book.length * share), how });
  const abortUploads = async () => {
    for (const share of [0.01, 0.5, 0.99])
      for (const how of ["fin", "rst"] as const)
        for (let groupIndex = 0; groupIndex < 5; groupIndex += 1)
          await Promise.all([0, 1, 2, 3].map(() => breakOff(share, how)));
    await until(() => watch.inTmp().length === 0 && watch.openFiles().length === 0);
  };
  // the first rounds fill permanent pools
  await abortUploads();
  const memory = await idleMemory();
  const growths: number[] = [];
  // garbage collection may be late, but a leak would grow every round
  do {
    await abortUploads();
    growths.push((await idleMemory()) - memory);
  } while (Math.min(...growths) >= 16 * MB && growths.length < 4);
  console.log(
    `120 uploads that broke off, after 120: ${growths.map((bytes) => (bytes / MB).toFixed(1)).join(", ")} MiB more`,
  );
  expect(Math.min(...growths)).toBeLessThan(16 * MB);
  expect(await watch.downloadHash()).toBe(hashBefore);
}, 300_000);
