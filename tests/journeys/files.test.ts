import { afterAll, beforeAll, expect, test } from "bun:test";

import { atNight } from "#tests/support/at-night.ts";
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
  club = await startClub({ environment: { LOG_LEVEL: "warn", MAX_UPLOAD_MB: "400" } });
  admin = await signedIn(club);
  watch = watchUploads(club, admin);
  expect((await sendRaw(admin, largeAudiobook(5 * MB))).status).toBe(201);
});
afterAll(() => club.stop());

const getResidentBytes = () => memoryOf(club.pid());
/** Memory before `work` and its peak during it, in bytes. */
async function measureMemory(work: Promise<unknown>): Promise<{ before: number; most: number }> {
  const before = getResidentBytes();
  let peakBytes = before;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, getResidentBytes())), 10);
  await work;
  clearInterval(timer);
  return { before, most: peakBytes };
}

atNight("takes two 300 MB uploads in under 200 MB of memory (U01)", async () => {
  const books = [largeAudiobook(300 * MB, "First"), largeAudiobook(300 * MB, "Second")];
  const uploads = books.map(async (book) => {
    expect((await sendRaw(admin, book)).status).toBe(201);
  });
  const { before, most } = await measureMemory(Promise.all(uploads));
  console.log(
    `two uploads: ${(most / MB).toFixed(0)} MiB, ${((most - before) / MB).toFixed(0)} of them more than before`,
  );
  // memory grows with the load, because garbage collection lags, but not with the files
  expect(most).toBeLessThan(200 * MB);
  expect(books.map((book) => book.sha256())).toContain(await watch.downloadHash());
  expect(watch.inTmp()).toEqual([]);
});

test("serves twenty slow readers without slowing others down", async () => {
  const readers = await Promise.all(Array.from({ length: 20 }, watch.download));
  const reads = readers.map(async ({ body }) => {
    const reader = body?.getReader();
    for (let readIndex = 0; readIndex < 10; readIndex++) {
      await reader?.read();
      await Bun.sleep(50);
    }
    await reader?.cancel();
  });
  const callMeanwhile = async () => {
    for (let call = 0; call < 50; call++)
      expect((await fetch(`${club.url}/api/posts`, { headers: { cookie: admin.cookie } })).status).toBe(200);
  };
  const { before, most } = await measureMemory(Promise.all([...reads, callMeanwhile()]));
  console.log(`twenty readers: ${((most - before) / MB).toFixed(1)} MiB more`);
  expect(most - before).toBeLessThan(50 * MB);
  await until(() => watch.openFiles().length === 0);
});

test("finishes a download with the old file when it is replaced", async () => {
  const oldHash = await watch.downloadHash();
  const download = await watch.download();
  const book = largeAudiobook(2 * MB, "Newer");
  const hasher = new Bun.CryptoHasher("sha256");
  let isReplaced = false;
  for await (const chunk of download.body ?? []) {
    hasher.update(chunk);
    if (!isReplaced) expect((await sendRaw(admin, book)).status).toBe(201);
    isReplaced = true;
  }
  expect(hasher.digest("hex")).toBe(oldHash);
  expect(await watch.downloadHash()).toBe(book.sha256());
});

test("leaves a whole file after a power cut during its replacement", async () => {
  const oldHash = await watch.downloadHash();
  const book = largeAudiobook(60 * MB, "New");
  const validHashes = new Set([oldHash, book.sha256()]);
  for (const delayMs of [5, 30, 60, 90, 120, 160, 220]) {
    const upload = sendRaw(admin, book);
    await Bun.sleep(delayMs);
    await club.kill();
    await upload;
    await club.restart();
    expect(watch.inTmp()).toEqual([]);
    expect(validHashes).toContain(await watch.downloadHash());
  }
});

test("refuses an upload over the limit, announced or not", async () => {
  const largeFile = { length: 500 * MB, bytes: () => [new Uint8Array(100)] };
  const announcedResponse = await sendRaw(admin, largeFile);
  expect(announcedResponse.status).toBe(413);
  expect(JSON.parse(announcedResponse.body).message).toContain("at most 400 MB");
  expect((await sendRaw({ ...admin, cookie: "" }, largeFile)).status).toBe(401);
  const endlessBody = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(MB)) });
  const response = await fetch(`${club.url}/api/upload/audiobook`, {
    method: "POST",
    body: endlessBody,
    headers: { cookie: admin.cookie, "content-type": "multipart/form-data; boundary=x" },
  }).catch(() => null);
  // a browser gets the response; this client may only see that the connection closes
  expect([null, 413]).toContain(response?.status ?? null);
  await until(() => watch.inTmp().length === 0);
  expect((await watch.download()).status).toBe(200);
});
