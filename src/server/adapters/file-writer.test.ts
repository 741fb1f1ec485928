import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createFileWriter } from "./file-writer.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "bookclub-writer-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Counts bytes that are written and not yet synced. */
function countUnsynced(handle: FileHandle) {
  const counts = { unsynced: 0, most: 0, syncs: 0 };
  const observeSync = async (sync: () => Promise<void>) => {
    const unsyncedBefore = counts.unsynced;
    await sync();
    counts.unsynced -= unsyncedBefore;
    counts.syncs += 1;
  };
  const countingHandle = new Proxy(handle, {
    get: (target, name) => {
      if (name === "datasync") return () => observeSync(() => target.datasync());
      if (name === "sync") return () => observeSync(() => target.sync());
      if (name === "close") return () => target.close();
      if (name !== "write") return Reflect.get(target, name, target);
      return async (...writeArgs: [Uint8Array, number, number, number]) => {
        const result = await target.write(...writeArgs);
        counts.unsynced += result.bytesWritten;
        counts.most = Math.max(counts.most, counts.unsynced);
        return result;
      };
    },
  });
  return { handle: countingHandle, seen: counts };
}

test("syncs as bytes arrive, with at most 1 MiB unsynced", async () => {
  const path = join(folder, "large");
  const { handle, seen } = countUnsynced(await open(path, "w"));
  const writer = createFileWriter(handle);
  const bytes = randomBytes(20 * MB + 17);
  for (let at = 0; at < bytes.length; at += 70_001) await writer.write(bytes.subarray(at, at + 70_001));
  expect(await writer.end()).toBe(bytes.length);
  await handle.close();
  expect(seen).toEqual({ unsynced: 0, most: MB, syncs: 21 });
  expect(readFileSync(path).equals(bytes)).toBe(true);
});

/** A file on a disk that needs 30 ms to sync. `rests`: from each sync to the next write, in milliseconds. */
async function openSlowFile(name: string) {
  const handle = await open(join(folder, name), "w");
  const pauses: number[] = [];
  let syncCount = 0;
  const slowHandle = new Proxy(handle, {
    get: (target, property) => {
      if (property === "datasync")
        return async () => {
          await Bun.sleep(30);
          syncCount = performance.now();
        };
      if (property === "write" && syncCount > 0) pauses.push(performance.now() - syncCount);
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { handle: slowHandle, rests: pauses };
}

/** The median, because a busy machine makes single syncs much longer. */
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("pauses between chunks on a slow disk", async () => {
  const { handle, rests } = await openSlowFile("slow");
  const writer = createFileWriter(handle);
  for (let chunk = 0; chunk < 32; chunk += 1) await writer.write(Buffer.alloc(MB));
  await writer.end();
  await handle.close();
  expect(median(rests.slice(-7))).toBeGreaterThan(10);
});

test("pauses before the first chunk if an earlier one was slow", async () => {
  const firstRests: number[] = [];
  for (let file = 0; file < 7; file += 1) {
    const { handle, rests } = await openSlowFile(`slow-${file}`);
    const writer = createFileWriter(handle);
    for (let chunk = 0; chunk < 2; chunk += 1) await writer.write(Buffer.alloc(MB));
    await writer.end();
    await handle.close();
    firstRests.push(rests[0] ?? 0);
  }
  expect(median(firstRests)).toBeGreaterThan(10);
});

test("syncs a small file once, and resumes at its byte", async () => {
  const path = join(folder, "small");
  const firstFile = countUnsynced(await open(path, "w"));
  const writer = createFileWriter(firstFile.handle);
  await writer.write(Buffer.from("The parcel "));
  expect(await writer.end()).toBe(11);
  await firstFile.handle.close();
  expect(firstFile.seen.syncs).toBe(1);
  const reopenedFile = await open(path, "r+");
  const resumedWriter = createFileWriter(reopenedFile, 11);
  await resumedWriter.write(Buffer.from("is open."));
  expect(await resumedWriter.end()).toBe(19);
  await reopenedFile.close();
  expect(readFileSync(path, "utf8")).toBe("The parcel is open.");
});

test.skipIf(process.platform !== "linux")("throws for a full disk at the next chunk and at the end", async () => {
  await using handle = await open("/dev/full", "w");
  await using writer = createFileWriter(handle);
  await writer.write(Buffer.alloc(MB));
  await expect(writer.write(Buffer.alloc(MB))).rejects.toMatchObject({ code: "disk-full" });
  await expect(writer.end()).rejects.toMatchObject({ code: "disk-full" });
});
