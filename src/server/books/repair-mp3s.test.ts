import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { hashFile } from "#server/adapters/file-io.ts";
import { copyNewFilesToBucket } from "#server/storage/move-media.ts";
import { deleteUnreferencedFiles } from "#server/storage/stored-files.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";
import { createMp3 } from "#tests/support/create-mp3.ts";
import { inspectHere } from "#tests/support/inspect-here.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { findStoredAudio, storeOldAudio } from "#tests/support/old-audio.ts";
import { startS3Server } from "#tests/support/s3-server.ts";

import { inspectAudio } from "./inspect/audio.ts";
import { walkMp3 } from "./inspect/mp3-frames.ts";
import { createMainDataReader } from "./inspect/mp3-main-data.ts";
import { inspectMp3Audio } from "./inspect/seek-table.ts";
import { repairMp3SeekTables } from "./repair-mp3s.ts";

/** Without a header, like a file joined with `cat`. */
const OLD_MP3 = mp3({ title: "Emma", seconds: 90 });
const PLAIN_MP3 = mp3({ tagged: false, seconds: 90 });

let club: Club;
let bookId: number;
let oldPath: string;
let mia: Person;
afterEach(() => club.close());

async function openClub(environment: Record<string, string> = {}, bytes: Uint8Array = OLD_MP3): Promise<void> {
  club = await createClub({ environment, own: { sandbox: inspectHere } });
  mia = club.member();
  const { stores, disk } = club.deps;
  await disk.prepare();
  bookId = stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01").id;
  oldPath = storeOldAudio(club.config.storageDir, club.db, bookId, bytes);
}

const storedAudio = () => findStoredAudio(club.db, bookId);
const storagePath = (path: string) => join(club.config.storageDir, path);
const isRepaired = async () => (await inspectAudio(storagePath(storedAudio().path), "mp3")).seekTable === undefined;
const fetchAudio = (query = "", headers: Record<string, string> = {}) =>
  mia.call("GET", `/api/download/audiobook/${bookId}${query}`, undefined, headers);
const listUnchecked = () => club.deps.stores.books.listUncheckedAudio();

describe("an MP3 that was stored without a true seek table", () => {
  beforeEach(() => openClub());

  test("gets one in a new version, with the same audio", async () => {
    expect(listUnchecked()).toHaveLength(1);
    await repairMp3SeekTables(club.deps);
    const { path, size, sha256, uploadedAt } = storedAudio();
    expect(path).not.toBe(oldPath);
    expect([await hashFile(storagePath(path)), Bun.file(storagePath(path)).size]).toEqual([sha256, size]);
    expect(await isRepaired()).toBe(true);
    expect(
      Buffer.from(await Bun.file(storagePath(path)).bytes())
        .subarray(-PLAIN_MP3.length)
        .equals(PLAIN_MP3),
    ).toBe(true);
    expect(uploadedAt).toBe(club.deps.clock.now().toISOString());
    expect(club.deps.stores.books.find(bookId)).toMatchObject({ audiobookFilename: "old.mp3", audiobookSeconds: 100 });
    expect(listUnchecked()).toEqual([]);
  });

  test("is checked only once", async () => {
    await repairMp3SeekTables(club.deps);
    const { path } = storedAudio();
    await repairMp3SeekTables(club.deps);
    expect(storedAudio().path).toBe(path);
  });

  test("the old version stays a day at its own URL and ETag", async () => {
    const uploadedBefore = storedAudio().uploadedAt;
    const etag = (await fetchAudio()).headers.get("etag");
    await repairMp3SeekTables(club.deps);
    club.setTime("2026-03-11T11:00:00Z");
    await deleteUnreferencedFiles(club.deps);
    const partialResponse = await fetchAudio(`?v=${uploadedBefore}`, {
      range: "bytes=100-199",
      "if-range": etag ?? "",
    });
    expect(partialResponse.status).toBe(206);
    expect(Buffer.from(await partialResponse.bytes()).equals(OLD_MP3.subarray(100, 200))).toBe(true);
    expect((await fetchAudio()).headers.get("etag")).not.toBe(etag);
    club.setTime("2026-03-12T13:00:00Z");
    await deleteUnreferencedFiles(club.deps);
    expect(existsSync(storagePath(oldPath))).toBe(false);
    expect(existsSync(storagePath(storedAudio().path))).toBe(true);
  });

  test("keeps chapter corrections and members' positions", async () => {
    const { stores } = club.deps;
    stores.matches.save(bookId, { ebookPath: "e", audiobookPath: oldPath, pairs: "[]" });
    const anchor = { userId: mia.user.id, bookId, ebookPath: "e", audiobookPath: oldPath, seconds: 1, fraction: 0.1 };
    stores.anchors.insert({ ...anchor, madeAt: "2026-03-10T12:00:00Z" }, 5);
    await repairMp3SeekTables(club.deps);
    const files = { bookId, ebookPath: "e", audiobookPath: storedAudio().path };
    expect(stores.matches.find(bookId)?.audiobookPath).toBe(files.audiobookPath);
    expect(stores.anchors.list(files, mia.user.id)).toHaveLength(1);
  });

  test("works as before on a full disk, and is tried again", async () => {
    const { disk } = club.deps;
    const { freeBytes } = disk;
    Object.assign(disk, { freeBytes: async () => 1000 });
    await repairMp3SeekTables(club.deps);
    expect([storedAudio().path, existsSync(storagePath(oldPath)), listUnchecked().length]).toEqual([oldPath, true, 1]);
    expect((await fetchAudio()).status).toBe(200);
    expect(club.logged).toContainEqual(expect.stringContaining("repairing the seek table failed"));
    Object.assign(disk, { freeBytes });
    await repairMp3SeekTables(club.deps);
    expect(await isRepaired()).toBe(true);
  });

  test("works as before when the disk fills up while it's copied", async () => {
    const { disk } = club.deps;
    const { receive } = disk;
    Object.assign(disk, { receive: () => Promise.reject(new Error("ENOSPC")) });
    await repairMp3SeekTables(club.deps);
    expect([storedAudio().path, listUnchecked().length]).toEqual([oldPath, 1]);
    Object.assign(disk, { receive });
    await repairMp3SeekTables(club.deps);
    expect(await isRepaired()).toBe(true);
  });

  test("stays if its content isn't what was uploaded", async () => {
    await Bun.write(storagePath(oldPath), Buffer.concat([OLD_MP3.subarray(0, -50), Buffer.alloc(50, 1)]));
    await repairMp3SeekTables(club.deps);
    expect([storedAudio().path, listUnchecked().length]).toEqual([oldPath, 1]);
  });

  test("isn't installed over a file uploaded in the meantime", async () => {
    const { disk } = club.deps;
    const { install } = disk;
    let uploadedHash = "";
    Object.assign(disk, {
      install: async (...installArgs: Parameters<typeof install>) => {
        await install(...installArgs);
        uploadedHash ||= storeOldAudio(club.config.storageDir, club.db, bookId, PLAIN_MP3);
      },
    });
    await repairMp3SeekTables(club.deps);
    expect(storedAudio().path).toBe(uploadedHash);
    expect((await disk.list()).map(({ path }) => path).toSorted()).toEqual([oldPath, uploadedHash].toSorted());
    Object.assign(disk, { install });
    await repairMp3SeekTables(club.deps);
    expect(await isRepaired()).toBe(true);
  });
});

test("gets a constant bit rate, with its frames and tags", async () => {
  const id3Tag = mp3({ title: "Emma", seconds: 0 });
  const { file, sounds } = createMp3(
    Array.from({ length: 6000 }, (_, at) => (at < 4000 ? 390 : 80)),
    { isMpeg1: true, isMono: true },
  );
  const trailingTag = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125, 32)]);
  await openClub({}, Buffer.concat([id3Tag, file, trailingTag]));
  await repairMp3SeekTables(club.deps);
  const { path, size, sha256 } = storedAudio();
  expect([await hashFile(storagePath(path)), Bun.file(storagePath(path)).size]).toEqual([sha256, size]);
  const bytes = Buffer.from(await Bun.file(storagePath(path)).bytes());
  expect([bytes.subarray(0, id3Tag.length).equals(id3Tag), bytes.subarray(-128).equals(trailingTag)]).toEqual([
    true,
    true,
  ]);
  const { driftSeconds, seekTable } = await inspectMp3Audio(storagePath(path), id3Tag.length);
  expect([driftSeconds < 1, seekTable]).toEqual([true, null]);
  const mainData = createMainDataReader();
  const heardFrames: string[] = [];
  await walkMp3(storagePath(path), id3Tag.length, (frame, _, content) => {
    heardFrames.push(mainData(frame, content)?.toString("latin1") ?? "lost");
  });
  expect(heardFrames.slice(1)).toEqual(sounds.map((sound) => sound.toString("latin1")));
  expect(listUnchecked()).toEqual([]);
});

test("leaves an unreadable MP3 alone after one attempt", async () => {
  await openClub({}, Buffer.alloc(5000, 7));
  await repairMp3SeekTables(club.deps);
  expect([storedAudio().path, listUnchecked()]).toEqual([oldPath, []]);
});

test("leaves an undecodable old M4B, and warns admins once", async () => {
  await openClub();
  const { stores, disk, clock } = club.deps;
  const storeOldM4b = async (bytes: Uint8Array) => {
    const path = `books/${bookId}/${crypto.randomUUID()}.m4b`;
    await Bun.write(disk.absolute(path), bytes);
    const file = { filename: "a.m4b", path, size: bytes.length, sha256: "0", uploadedAt: clock.now().toISOString() };
    stores.books.replaceFile(bookId, "audiobook", file, { seconds: 4, chapters: [], warnings: [] });
    await repairMp3SeekTables(club.deps);
    expect([storedAudio().path, listUnchecked()]).toEqual([path, []]);
    return stores.books.listAudioWarnings(bookId);
  };
  expect(await storeOldM4b(m4b({ codec: "ec-3", second: {} }))).toEqual([expect.stringMatching(/ec-3/)]);
  expect(await storeOldM4b(m4b({ second: {} }))).toEqual([expect.stringMatching(/several tracks/)]);
  expect(await storeOldM4b(m4b())).toEqual([]);
});

test("repairs an MP3 in the bucket, and copies it back", async () => {
  const s3 = startS3Server();
  try {
    await openClub({ ...s3.environment, MEDIA: "s3" });
    await copyNewFilesToBucket(club.deps);
    expect([existsSync(storagePath(oldPath)), [...s3.objects.keys()]]).toEqual([false, [oldPath]]);
    await repairMp3SeekTables(club.deps);
    expect(await isRepaired()).toBe(true);
    expect(await club.deps.disk.list(["tmp"])).toEqual([]);
    await copyNewFilesToBucket(club.deps);
    const { path, size } = storedAudio();
    expect(s3.objects.get(path)?.length).toBe(size);
    // for members who are listening
    expect(s3.objects.has(oldPath)).toBe(true);
    expect(existsSync(storagePath(path))).toBe(false);
  } finally {
    await s3.stop();
  }
});

test("retries later when the bucket can't be reached", async () => {
  const s3 = startS3Server();
  try {
    await openClub({ ...s3.environment, MEDIA: "s3" });
    await copyNewFilesToBucket(club.deps);
    s3.make("broken");
    await repairMp3SeekTables(club.deps);
    expect([storedAudio().path, listUnchecked().length]).toEqual([oldPath, 1]);
  } finally {
    await s3.stop();
  }
});
