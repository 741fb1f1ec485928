import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { hashFile } from "#server/adapters/file-io.ts";
import { copyNewFilesToBucket } from "#server/storage/move-media.ts";
import { sweepFiles } from "#server/storage/stored-files.ts";
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
const OLD = mp3({ title: "Emma", seconds: 90 });
const SOUND = mp3({ tagged: false, seconds: 90 });

let club: Club;
let bookId: number;
let old: string;
let mia: Person;
afterEach(() => club.close());

async function openClub(environment: Record<string, string> = {}, bytes: Uint8Array = OLD): Promise<void> {
  club = await createClub({ environment, own: { sandbox: inspectHere } });
  mia = club.member();
  const { stores, disk } = club.deps;
  await disk.prepare();
  bookId = stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01").id;
  old = storeOldAudio(club.config.storageDir, club.db, bookId, bytes);
}

const now = () => findStoredAudio(club.db, bookId);
const at = (path: string) => join(club.config.storageDir, path);
const isMended = async () => (await inspectAudio(at(now().path), "mp3")).seekTable === undefined;
const get = (query = "", headers: Record<string, string> = {}) =>
  mia.call("GET", `/api/download/audiobook/${bookId}${query}`, undefined, headers);
const listUnchecked = () => club.deps.stores.books.listUncheckedAudio();

describe("an MP3 that was stored without a true seek table", () => {
  beforeEach(() => openClub());

  test("gets one in a new version, with the same audio", async () => {
    expect(listUnchecked()).toHaveLength(1);
    await repairMp3SeekTables(club.deps);
    const { path, size, sha256, uploadedAt } = now();
    expect(path).not.toBe(old);
    expect([await hashFile(at(path)), Bun.file(at(path)).size]).toEqual([sha256, size]);
    expect(await isMended()).toBe(true);
    expect(
      Buffer.from(await Bun.file(at(path)).bytes())
        .subarray(-SOUND.length)
        .equals(SOUND),
    ).toBe(true);
    expect(uploadedAt).toBe(club.deps.clock.now().toISOString());
    expect(club.deps.stores.books.find(bookId)).toMatchObject({ audiobookFilename: "old.mp3", audiobookSeconds: 100 });
    expect(listUnchecked()).toEqual([]);
  });

  test("is checked only once", async () => {
    await repairMp3SeekTables(club.deps);
    const { path } = now();
    await repairMp3SeekTables(club.deps);
    expect(now().path).toBe(path);
  });

  test("the old version stays a day at its own URL and ETag", async () => {
    const before = now().uploadedAt;
    const tag = (await get()).headers.get("etag");
    await repairMp3SeekTables(club.deps);
    club.setTime("2026-03-11T11:00:00Z");
    await sweepFiles(club.deps);
    const part = await get(`?v=${before}`, { range: "bytes=100-199", "if-range": tag ?? "" });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.bytes()).equals(OLD.subarray(100, 200))).toBe(true);
    expect((await get()).headers.get("etag")).not.toBe(tag);
    club.setTime("2026-03-12T13:00:00Z");
    await sweepFiles(club.deps);
    expect(existsSync(at(old))).toBe(false);
    expect(existsSync(at(now().path))).toBe(true);
  });

  test("keeps chapter corrections and members' positions", async () => {
    const { stores } = club.deps;
    stores.matches.save(bookId, { ebookPath: "e", audiobookPath: old, pairs: "[]" });
    const anchor = { userId: mia.user.id, bookId, ebookPath: "e", audiobookPath: old, seconds: 1, fraction: 0.1 };
    stores.anchors.insert({ ...anchor, madeAt: "2026-03-10T12:00:00Z" }, 5);
    await repairMp3SeekTables(club.deps);
    const files = { bookId, ebookPath: "e", audiobookPath: now().path };
    expect(stores.matches.find(bookId)?.audiobookPath).toBe(files.audiobookPath);
    expect(stores.anchors.listOwn(files, mia.user.id)).toHaveLength(1);
  });

  test("works as before on a full disk, and is tried again", async () => {
    const { disk } = club.deps;
    const { freeBytes } = disk;
    Object.assign(disk, { freeBytes: async () => 1000 });
    await repairMp3SeekTables(club.deps);
    expect([now().path, existsSync(at(old)), listUnchecked().length]).toEqual([old, true, 1]);
    expect((await get()).status).toBe(200);
    expect(club.logged).toContainEqual(expect.stringContaining("repairing the seek table failed"));
    Object.assign(disk, { freeBytes });
    await repairMp3SeekTables(club.deps);
    expect(await isMended()).toBe(true);
  });

  test("works as before when the disk fills up while it's copied", async () => {
    const { disk } = club.deps;
    const { receive } = disk;
    Object.assign(disk, { receive: () => Promise.reject(new Error("ENOSPC")) });
    await repairMp3SeekTables(club.deps);
    expect([now().path, listUnchecked().length]).toEqual([old, 1]);
    Object.assign(disk, { receive });
    await repairMp3SeekTables(club.deps);
    expect(await isMended()).toBe(true);
  });

  test("stays if its content isn't what was uploaded", async () => {
    await Bun.write(at(old), Buffer.concat([OLD.subarray(0, -50), Buffer.alloc(50, 1)]));
    await repairMp3SeekTables(club.deps);
    expect([now().path, listUnchecked().length]).toEqual([old, 1]);
  });

  test("isn't installed over a file uploaded in the meantime", async () => {
    const { disk } = club.deps;
    const { install } = disk;
    let uploadedHash = "";
    Object.assign(disk, {
      install: async (...about: Parameters<typeof install>) => {
        await install(...about);
        uploadedHash ||= storeOldAudio(club.config.storageDir, club.db, bookId, SOUND);
      },
    });
    await repairMp3SeekTables(club.deps);
    expect(now().path).toBe(uploadedHash);
    expect((await disk.list()).map(({ path }) => path).toSorted()).toEqual([old, uploadedHash].toSorted());
    Object.assign(disk, { install });
    await repairMp3SeekTables(club.deps);
    expect(await isMended()).toBe(true);
  });
});

test("gets a constant bit rate, with its frames and tags", async () => {
  const tag = mp3({ title: "Emma", seconds: 0 });
  const { file, sounds } = createMp3(
    Array.from({ length: 6000 }, (_, at) => (at < 4000 ? 390 : 80)),
    { isMpeg1: true, isMono: true },
  );
  const trailingTag = Buffer.concat([Buffer.from("TAG"), Buffer.alloc(125, 32)]);
  await openClub({}, Buffer.concat([tag, file, trailingTag]));
  await repairMp3SeekTables(club.deps);
  const { path, size, sha256 } = now();
  expect([await hashFile(at(path)), Bun.file(at(path)).size]).toEqual([sha256, size]);
  const bytes = Buffer.from(await Bun.file(at(path)).bytes());
  expect([bytes.subarray(0, tag.length).equals(tag), bytes.subarray(-128).equals(trailingTag)]).toEqual([true, true]);
  const { driftSeconds, seekTable } = await inspectMp3Audio(at(path), tag.length);
  expect([driftSeconds < 1, seekTable]).toEqual([true, null]);
  const mainData = createMainDataReader();
  const heard: string[] = [];
  await walkMp3(at(path), tag.length, (frame, _, content) => {
    heard.push(mainData(frame, content)?.toString("latin1") ?? "lost");
  });
  expect(heard.slice(1)).toEqual(sounds.map((sound) => sound.toString("latin1")));
  expect(listUnchecked()).toEqual([]);
});

test("leaves an unreadable MP3 alone after one attempt", async () => {
  await openClub({}, Buffer.alloc(5000, 7));
  await repairMp3SeekTables(club.deps);
  expect([now().path, listUnchecked()]).toEqual([old, []]);
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
    expect([now().path, listUnchecked()]).toEqual([path, []]);
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
    expect([existsSync(at(old)), [...s3.objects.keys()]]).toEqual([false, [old]]);
    await repairMp3SeekTables(club.deps);
    expect(await isMended()).toBe(true);
    expect(await club.deps.disk.list(["tmp"])).toEqual([]);
    await copyNewFilesToBucket(club.deps);
    const { path, size } = now();
    expect(s3.objects.get(path)?.length).toBe(size);
    // for members who are listening
    expect(s3.objects.has(old)).toBe(true);
    expect(existsSync(at(path))).toBe(false);
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
    expect([now().path, listUnchecked().length]).toEqual([old, 1]);
  } finally {
    await s3.stop();
  }
});
