import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { createStorage, hasOtherDisk } from "#tests/support/storage.ts";

import type { Disk } from "./disk.ts";
import { writeFully } from "./file-io.ts";

let root: string;
let disk: Disk;
let removeStorage: () => void;
beforeEach(async () => {
  ({ root, disk, remove: removeStorage } = await createStorage());
});
afterEach(() => removeStorage());

const MB = 1024 * 1024;

async function* chunks(...parts: (string | Uint8Array | Error)[]): AsyncIterable<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield Buffer.from(part);
  }
}

const listTemporaryFiles = () => readdirSync(join(root, "tmp"));
/** This process's open files below the storage. */
const listOpenFiles = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
    } catch {
      return false;
    }
  });

describe("receiving", () => {
  test("stores every byte of all chunks, returns size and hash", async () => {
    const largeChunk = Buffer.alloc(MB, 7);
    const receivedFile = await disk.receive(chunks("a", largeChunk, "b".repeat(300_000), "c"), { maxBytes: 10 * MB });
    const expected = Buffer.concat([Buffer.from("a"), largeChunk, Buffer.from("b".repeat(300_000)), Buffer.from("c")]);
    expect(expected.equals(Buffer.from(await Bun.file(receivedFile.path).bytes()))).toBe(true);
    expect(receivedFile.size).toBe(expected.length);
    expect(receivedFile.sha256).toBe(new Bun.CryptoHasher("sha256").update(expected).digest("hex"));
    expect(statSync(receivedFile.path).mode & 0o777).toBe(0o600);
    expect(listOpenFiles()).toEqual([]);
  });

  test("stops at the limit and leaves nothing", async () => {
    const endlessChunks = chunks(...Array.from({ length: 100 }, () => Buffer.alloc(MB)));
    await expect(disk.receive(endlessChunks, { maxBytes: 3 * MB })).rejects.toMatchObject({ code: "too-large" });
    expect(listTemporaryFiles()).toEqual([]);
    expect(listOpenFiles()).toEqual([]);
  });

  test("leaves nothing when the sender disconnects", async () => {
    const failingChunks = chunks("first", new Error("gone"));
    await expect(disk.receive(failingChunks, { maxBytes: MB })).rejects.toThrow("gone");
    expect(listTemporaryFiles()).toEqual([]);
    expect(listOpenFiles()).toEqual([]);
  });

  test.skipIf(process.platform !== "linux")("says that the disk is full", async () => {
    // every write to this device fails as on a full disk
    const pendingWrite = writeFully("/dev/full", async (putBytes) => putBytes(Buffer.alloc(MB)), "w");
    await expect(pendingWrite).rejects.toMatchObject({ code: "disk-full" });
  });
});

describe("installing", () => {
  test("moves a received file into a private folder", async () => {
    const receivedFile = await disk.receive(chunks("book"), { maxBytes: MB });
    await disk.install(receivedFile, "books/7/ebook.epub");
    expect(await Bun.file(join(root, "books/7/ebook.epub")).text()).toBe("book");
    expect(statSync(join(root, "books/7")).mode & 0o777).toBe(0o700);
    expect(listTemporaryFiles()).toEqual([]);
  });

  test.each(["../evil", "books/../../evil", "books/\0"])("never leaves the storage: %j", (path) => {
    expect(() => disk.absolute(path)).toThrow("Outside");
  });
});

describe.skipIf(!hasOtherDisk)("with books on a disk of their own", () => {
  let otherDisk: string;
  beforeEach(() => {
    otherDisk = mkdtempSync("/dev/shm/bookclub-books-");
    rmSync(join(root, "books"), { recursive: true });
    symlinkSync(otherDisk, join(root, "books"));
  });
  afterEach(() => rmSync(otherDisk, { recursive: true }));

  test("moves a received file there, also over an older one", async () => {
    for (const text of ["old", "new book"]) {
      await disk.install(await disk.receive(chunks(text), { maxBytes: MB }), "books/7/ebook.epub");
      expect(await Bun.file(join(otherDisk, "7/ebook.epub")).text()).toBe(text);
    }
    expect(statSync(join(otherDisk, "7/ebook.epub")).mode & 0o777).toBe(0o600);
    expect([readdirSync(join(otherDisk, "7")), listTemporaryFiles()]).toEqual([["ebook.epub"], []]);
  });

  test("free space is that of the fuller disk", async () => {
    const { blocks, bsize } = statfsSync("/dev/shm");
    expect(await disk.freeBytes()).toBeLessThanOrEqual(blocks * bsize);
  });
});

describe("at start", () => {
  test("removes temporary files of killed processes only", async () => {
    const runningProcess = Bun.spawn(["sleep", "30"]);
    for (const name of [`${process.pid}-a`, "4194304-b", "rubbish", `${runningProcess.pid}-c`]) {
      writeFileSync(join(root, "tmp", name), "x");
    }
    mkdirSync(join(root, "tmp", "folder"));
    await disk.deleteStaleTmpFiles();
    runningProcess.kill();
    expect(listTemporaryFiles()).toEqual([`${runningProcess.pid}-c`]);
  });

  test("keeps files of other programs if tmp is a link", async () => {
    const sharedFolder = join(root, "shared");
    renameSync(join(root, "tmp"), sharedFolder);
    symlinkSync(sharedFolder, join(root, "tmp"));
    for (const name of ["4194304-b", "other.sock"]) writeFileSync(join(sharedFolder, name), "x");
    mkdirSync(join(sharedFolder, "systemd-private"));
    await disk.deleteStaleTmpFiles();
    expect(listTemporaryFiles().toSorted()).toEqual(["other.sock", "systemd-private"]);
  });

  test("folders are closed to other accounts", () => {
    for (const folder of ["", "books", "covers", "avatars", "tmp"]) {
      expect(statSync(join(root, folder)).mode & 0o777).toBe(0o700);
    }
  });
});

test("lists files with size and time of their replacement", async () => {
  await disk.install(await disk.receive(chunks("12345"), { maxBytes: MB }), "books/1/a.epub");
  const modifiedAt = new Date("2026-01-02T03:04:05Z");
  await disk.scheduleDeletion("books/1/a.epub", modifiedAt);
  expect(await disk.list()).toEqual([{ path: "books/1/a.epub", size: 5, modifiedAt: modifiedAt }]);
  disk.claim("books/1/a.epub");
  // while it's copied to another disk
  const copy = join(root, "books/1/a.epub.part");
  writeFileSync(copy, "123");
  expect(await disk.list()).toEqual([]);
  rmSync(copy);
  disk.release("books/1/a.epub");
  expect(await disk.size("books/1/a.epub")).toBe(5);
  expect(await disk.size("books/1")).toBeNull();
  await disk.delete("books/1/a.epub");
  await disk.delete("books/1/a.epub");
  expect(await disk.list()).toEqual([]);
});

test("free space is in bytes", async () => {
  expect(await disk.freeBytes()).toBeGreaterThan(MB);
});
