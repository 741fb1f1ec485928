import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
  // too short
  [9, 9.1],
  [12, 12.3],
  // a breath in the middle
  [15, 15.4],
  [15.44, 15.9],
];

test("pauses are read from the side info of an MP3, to within three hundredths of a second", async () => {
  const found = await pausesOf(spokenMp3(20, PAUSES));
  const expected = [
    [0, 0.5],
    [3, 3.4],
    [7.2, 8],
    [12, 12.3],
    [15, 15.9],
    [20, 20],
  ];
  expect(found.length).toBe(expected.length);
  for (const [at, [start = 0, end = 0]] of expected.entries()) {
    expect(Math.abs((found[at]?.[0] ?? -1) - start)).toBeLessThan(0.03);
    expect(Math.abs((found[at]?.[1] ?? -1) - end)).toBeLessThan(0.03);
  }
});

test("a tag, a head without sound and junk move nothing", async () => {
  const plain = await pausesOf(spokenMp3(20, PAUSES));
  const head = Buffer.from(spokenMp3(0.02, []).subarray(0, 104));
  head.write("Info", 21, "latin1");
  const tag = mp3({ seconds: 0, title: "The Long Table" });
  expect(await pausesOf(Buffer.concat([tag, head, spokenMp3(20, PAUSES)]))).toEqual(plain);
});

test("a recording without a quiet moment has no pauses, and one of silence is one", async () => {
  expect(await pausesOf(spokenMp3(20, []))).toHaveLength(2);
  expect(await pausesOf(mp3({ seconds: 20 }))).toHaveLength(2);
});

test("a file that isn't an MP3 has none that can be read, and one that breaks off has those before", async () => {
  const path = join(folder, "table.m4b");
  await Bun.write(path, Buffer.concat([Buffer.from([0, 0, 0, 16]), Buffer.from("ftypM4B "), Buffer.alloc(64)]));
  expect(await readPauses(path, () => {})).toBeNull();
  const whole = spokenMp3(20, PAUSES);
  const found = await pausesOf(whole.subarray(0, whole.length / 2 - 50));
  expect(found.length).toBe(4);
});
