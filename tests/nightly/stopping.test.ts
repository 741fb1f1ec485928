import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { largeAudiobook, sendRaw, signedIn } from "#tests/support/large-upload.ts";
import { m4b } from "#tests/support/m4b.ts";
import { until } from "#tests/support/poll-until.ts";

const MB = 1024 * 1024;

let storageDir: string;
let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;

beforeEach(async () => {
  storageDir = mkdtempSync(join(tmpdir(), "bookclub-stopping-"));
  club = await startClub({ storageDir, environment: { LOG_LEVEL: "warn" } });
  admin = await signedIn(club);
});
afterEach(() => rmSync(storageDir, { recursive: true, force: true }));

/** A call whose second half is sent when `goOn` is called. */
function haltingCall(path: string, type: string, bytes: Uint8Array) {
  const halfLength = Math.floor(bytes.length / 2);
  const secondHalf = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(bytes.subarray(0, halfLength));
      await secondHalf.promise;
      controller.enqueue(bytes.subarray(halfLength));
      controller.close();
    },
  });
  const headers = { cookie: admin.cookie, "content-type": type };
  const answer = fetch(club.url + path, { method: "POST", body, headers });
  return { answer, goOn: () => secondHalf.resolve() };
}
function haltingUpload() {
  const form = multipart([
    { name: "bookId", data: String(admin.bookId) },
    { name: "audiobook", filename: "a.m4b", data: m4b({ title: "Emma", seconds: 2 }) },
  ]);
  return haltingCall("/api/upload/audiobook", MULTIPART_TYPE, form);
}
const haltingPost = () => haltingCall("/api/posts", "application/json", Buffer.from('{"content":"A ripe Brie"}'));
const inTmp = () => readdirSync(join(storageDir, "tmp"));
const refusesConnections = () =>
  fetch(`${club.url}/api/health`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );
const exitOf = async (timeoutMs: number) => {
  const awaitExit = async () => {
    while (isRunning()) await Bun.sleep(10);
    return "gone";
  };
  return Promise.race([awaitExit(), Bun.sleep(timeoutMs).then(() => "still there")]);
};
const isRunning = () => {
  try {
    process.kill(club.pid(), 0);
    return true;
  } catch {
    return false;
  }
};

test("on SIGTERM completes calls, leaves one database file (O06)", async () => {
  const book = largeAudiobook(40 * MB);
  expect((await sendRaw(admin, book)).status).toBe(201);
  const download = await fetch(`${club.url}/api/download/audiobook/${admin.bookId}`, {
    headers: { cookie: admin.cookie },
  });
  const [upload, post] = [haltingUpload(), haltingPost()];
  await until(() => inTmp().length === 1);
  // nothing shows from outside that its first half has arrived
  await Bun.sleep(200);

  const exitPromise = club.stop();
  await until(refusesConnections);
  expect(isRunning()).toBe(true);
  for (const call of [upload, post]) call.goOn();
  expect([(await upload.answer).status, (await post.answer).status]).toEqual([201, 201]);
  expect(new Bun.CryptoHasher("sha256").update(await download.bytes()).digest("hex")).toBe(book.sha256());
  expect(await exitPromise).toBe(0);
  expect(readdirSync(storageDir).filter((name) => name.includes("-wal") || name.includes("-shm"))).toEqual([]);
}, 300_000);

test("stops at once on a second SIGTERM, without the upload", async () => {
  const upload = haltingUpload();
  await until(() => inTmp().length === 1);
  process.kill(club.pid(), "SIGTERM");
  await until(refusesConnections);
  expect(isRunning()).toBe(true);
  process.kill(club.pid(), "SIGTERM");
  const interruptedUpload = upload.answer.then(
    () => false,
    () => true,
  );
  expect(await exitOf(3000)).toBe("gone");
  upload.goOn();
  expect(await interruptedUpload).toBe(true);
  expect(existsSync(join(storageDir, "bookclub.db-wal"))).toBe(false);

  await club.restart();
  expect(inTmp()).toEqual([]);
  expect(await club.stop()).toBe(0);
}, 300_000);

test("SIGTERM with only idle connections stops immediately", async () => {
  for (let call = 0; call < 5; call += 1) await fetch(`${club.url}/api/club`);
  const startMs = performance.now();
  expect(await club.stop()).toBe(0);
  expect(performance.now() - startMs).toBeLessThan(5000);
}, 300_000);

test("waits half a minute at most on SIGTERM (O06)", async () => {
  const stalledUpload = sendRaw(admin, largeAudiobook(20 * MB), { stopAt: MB, how: "stall" });
  await until(() => inTmp().length === 1);
  const startMs = performance.now();
  expect(await club.stop()).toBe(0);
  const seconds = (performance.now() - startMs) / 1000;
  console.log(`O06: stopped ${seconds.toFixed(1)} s after it was asked, with an upload that hung`);
  expect(seconds).toBeGreaterThan(25);
  expect(seconds).toBeLessThan(40);
  expect(existsSync(join(storageDir, "bookclub.db-wal"))).toBe(false);
  expect((await stalledUpload).status).toBe(0);
}, 300_000);
