import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { m4b } from "#tests/support/m4b.ts";

import { walkM4b } from "./aac-gains.ts";

const folder = mkdtempSync(join(tmpdir(), "lying-tables-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Bytes that this process has read from files. */
const countReadBytes = (): number => Number(/^rchar: (\d+)/m.exec(readFileSync("/proc/self/io", "latin1"))?.[1] ?? 0);

/** An M4B whose tables give each chunk this size, all at one offset. */
function writeM4b(change: (file: Buffer, tableOffset: (name: string) => number) => void): Buffer {
  // each frame is a chunk of its own
  const file = m4b({ seconds: 60, gap: 1 });
  change(file, (name) => file.indexOf(name) + 4);
  return file;
}

const countSamples = (file: Buffer, stsz: number) => file.readUInt32BE(stsz + 8);

test.each<[string, Buffer]>([
  [
    "whose samples are each as large as the file",
    writeM4b((file, tableOffset) => {
      for (let at = 0; at < countSamples(file, tableOffset("stsz")); at += 1)
        file.writeUInt32BE(30_000, tableOffset("stsz") + 12 + 4 * at);
    }),
  ],
  [
    "whose samples are all of one size that it hasn't",
    writeM4b((file, tableOffset) => file.writeUInt32BE(4_000_000, tableOffset("stsz") + 4)),
  ],
  [
    "whose samples are huge",
    writeM4b((file, tableOffset) => file.writeUInt32BE(0xff_ff_ff_ff, tableOffset("stsz") + 4)),
  ],
  [
    "whose chunks are all at one place",
    writeM4b((file, tableOffset) => {
      const count = file.readUInt32BE(tableOffset("stco") + 4);
      for (let at = 0; at < count; at += 1) {
        file.writeUInt32BE(8, tableOffset("stco") + 8 + 4 * at);
        file.writeUInt32BE(20_000, tableOffset("stsz") + 12 + 4 * at);
      }
    }),
  ],
  [
    "whose frames are hours long",
    writeM4b((file, tableOffset) => file.writeUInt32BE(0x7f_ff_ff_ff, tableOffset("stts") + 12)),
  ],
])("a file %s is never read beyond its end", async (_, bytes) => {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  const bytesReadBefore = countReadBytes();
  let frameCount = 0;
  await walkM4b(path, () => void (frameCount += 1));
  expect(countReadBytes() - bytesReadBefore).toBeLessThan(4 * bytes.length);
  expect(frameCount * 6).toBeLessThan(bytes.length);
});

test("reads every frame of a file of many chunks", async () => {
  const path = join(folder, "whole.m4b");
  await Bun.write(path, m4b({ seconds: 60, gap: 1 }));
  let frameCount = 0;
  expect(await walkM4b(path, () => void (frameCount += 1))).toBeCloseTo(1024 / 44_100, 5);
  expect(frameCount).toBe(Math.ceil((60 * 44_100) / 1024));
});
