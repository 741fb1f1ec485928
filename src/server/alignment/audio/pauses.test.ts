import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { m4b } from "#tests/support/m4b.ts";
import { mp3, spokenMp3 } from "#tests/support/mp3.ts";

import { readPauses } from "./read-pauses.ts";

const folder = mkdtempSync(join(tmpdir(), "pauses-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function pausesOf(bytes: Uint8Array): Promise<[start: number, end: number][]> {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  const pauses = await readPauses(path, () => {});
  if (!pauses) throw new Error("No pauses");
  return [...pauses.starts].map((start, at) => [start, pauses.ends[at] ?? 0]);
}

const PAUSES: [number, number][] = [
  [0, 0.5],
  [3, 3.4],
  [7.2, 8],
  // too short to count
  [9, 9.1],
  [12, 12.3],
  // a breath in the middle
  [15, 15.4],
  [15.44, 15.9],
];

test("reads pauses from an MP3's side info to within 30 ms", async () => {
  const foundPauses = await pausesOf(spokenMp3(20, PAUSES));
  const expected = [
    [0, 0.5],
    [3, 3.4],
    [7.2, 8],
    [12, 12.3],
    [15, 15.9],
    [20, 20],
  ];
  expect(foundPauses.length).toBe(expected.length);
  for (const [at, [start = 0, end = 0]] of expected.entries()) {
    expect(Math.abs((foundPauses[at]?.[0] ?? -1) - start)).toBeLessThan(0.03);
    expect(Math.abs((foundPauses[at]?.[1] ?? -1) - end)).toBeLessThan(0.03);
  }
});

test("a tag or a header frame without audio moves no pause", async () => {
  const expectedPauses = await pausesOf(spokenMp3(20, PAUSES));
  const audioHead = Buffer.from(spokenMp3(0.02, []).subarray(0, 104));
  audioHead.write("Info", 21, "latin1");
  const tag = mp3({ seconds: 0, title: "The Long Table" });
  expect(await pausesOf(Buffer.concat([tag, audioHead, spokenMp3(20, PAUSES)]))).toEqual(expectedPauses);
});

test("finds no pause without a quiet moment, one in silence", async () => {
  expect(await pausesOf(spokenMp3(20, []))).toHaveLength(2);
  expect(await pausesOf(mp3({ seconds: 20 }))).toHaveLength(2);
});

test.each([false, true])("pauses are read from an M4B, with its index at the end: %j", async (indexAtEnd) => {
  const foundPauses = await pausesOf(m4b({ seconds: 20, pauses: PAUSES, indexAtEnd }));
  const expected = [0, 0.5, 3, 3.4, 7.2, 8, 12, 12.3, 15, 15.9, 20, 20];
  expect(foundPauses.flat().length).toBe(expected.length);
  for (const [at, time] of foundPauses.flat().entries())
    expect(Math.abs(time - (expected[at] ?? -1))).toBeLessThan(0.05);
});

test("keeps pauses in order when an M4B's tables are wrong", async () => {
  const validM4b = m4b({ seconds: 20, pauses: PAUSES });
  for (const table of ["stsz", "stsc", "stco", "stts"])
    for (const value of [0, 1, 0x7fffffff, 0xffffffff])
      for (const offset of [8, 12, 16]) {
        const wrongTables = Buffer.from(validM4b);
        wrongTables.writeUInt32BE(value, validM4b.indexOf(table) + offset);
        const path = join(folder, "lying.m4b");
        await Bun.write(path, wrongTables);
        const pauses = await readPauses(path, () => {});
        const times = [...(pauses?.starts ?? [])].flatMap((start, at) => [start, pauses?.ends[at] ?? -1]);
        expect(times.every((time, at) => time >= (times[at - 1] ?? 0))).toBe(true);
      }
}, 300_000);

test("finds none in other data, and those before a truncation", async () => {
  const path = join(folder, "table.m4b");
  await Bun.write(path, Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from("ftypM4B "), Buffer.alloc(64)]));
  expect(await readPauses(path, () => {})).toBeNull();
  await Bun.write(path, m4b({ seconds: 2, codec: "alac" }));
  expect(await readPauses(path, () => {})).toBeNull();
  const wholeMp3 = spokenMp3(20, PAUSES);
  const foundPauses = await pausesOf(wholeMp3.subarray(0, wholeMp3.length / 2 - 50));
  expect(foundPauses.length).toBe(4);
});
