import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMp3 } from "#tests/support/create-mp3.ts";
import { mp3 } from "#tests/support/mp3.ts";

import { inspectMp3Audio } from "./seek-table.ts";

const folder = mkdtempSync(join(tmpdir(), "seek-table-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** MPEG 1, 44.1 kHz, mono: a frame at 32 and one at 128 kbit/s. */
const SMALL_FRAME = mp3({ tagged: false, seconds: 0.02 });
const LARGE_FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)]);
const TABLE_OFFSET = 4 + 17;
const FRAME_SECONDS = 1152 / 44_100;

const repeatFrame = (frame: Buffer, count: number) => Buffer.concat(Array.from({ length: count }, () => frame));
const evenMp3 = repeatFrame(SMALL_FRAME, 3000);
/** Full of audio in a few large frames, so that a constant bit rate would make it much larger. */
const unevenMp3 = createMp3(
  Array.from({ length: 3000 }, (_, at) => (at < 300 ? LARGE_FRAME : SMALL_FRAME).length - TABLE_OFFSET),
  { isMpeg1: true, isMono: true },
).file;

async function repair(file: Buffer, start = 0) {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, file);
  const { seconds, seekTable } = await inspectMp3Audio(path, start);
  if (!seekTable) return { seconds, mended: null };
  const { keep, skip, end, frame } = seekTable;
  return {
    seconds,
    mended: Buffer.concat([file.subarray(0, keep), Buffer.from(frame, "base64"), file.subarray(keep + skip, end)]),
  };
}

function headerOf(file: Buffer) {
  return {
    name: file.toString("latin1", TABLE_OFFSET, TABLE_OFFSET + 4),
    frames: file.readUInt32BE(TABLE_OFFSET + 8),
    bytes: file.readUInt32BE(TABLE_OFFSET + 12),
    entries: [...file.subarray(TABLE_OFFSET + 16, TABLE_OFFSET + 116)],
  };
}

async function repairFile(file: Buffer): Promise<Buffer> {
  const { mended: repairedFile } = await repair(file);
  if (!repairedFile) throw new Error("It was left alone");
  return repairedFile;
}

function withHeader(file: Buffer, change: (header: Buffer) => void): Buffer {
  const changedFile = Buffer.from(file);
  change(changedFile);
  return changedFile;
}

describe("an MP3 without a header", () => {
  test("writes frames and bytes for a constant bit rate", async () => {
    const output = await repairFile(evenMp3);
    expect(headerOf(output)).toMatchObject({ name: "Info", frames: 3000, bytes: output.length });
    expect(output.subarray(output.length - evenMp3.length).equals(evenMp3)).toBe(true);
  });

  test("writes a seek table for a variable bit rate", async () => {
    const output = await repairFile(unevenMp3);
    const { name, frames, entries } = headerOf(output);
    expect({ name, frames }).toEqual({ name: "Xing", frames: 3000 });
    for (const [entry, part] of entries.entries()) {
      const frame = entry * 30;
      const expectedByte = Math.min(frame, 300) * LARGE_FRAME.length + Math.max(0, frame - 300) * SMALL_FRAME.length;
      expect(Math.abs(part - (expectedByte / output.length) * 256)).toBeLessThanOrEqual(1);
    }
  });

  test("keeps the tag before it", async () => {
    const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x0a", "latin1"), Buffer.alloc(10)]);
    const { mended: repairedFile } = await repair(Buffer.concat([tag, evenMp3]), tag.length);
    expect(repairedFile?.subarray(0, tag.length).equals(tag)).toBe(true);
    expect(repairedFile && headerOf(repairedFile.subarray(tag.length)).frames).toBe(3000);
  });
});

describe("a seek table is right for the whole file, so that bytes are left out", () => {
  const tag = Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\x0a", "latin1"), Buffer.alloc(10)]);
  const junk = Buffer.alloc(100_000);
  const id3Rest = Buffer.from("the rest of a long title");

  test.each([
    ["before the audio", (file: Buffer) => Buffer.concat([tag, junk, file])],
    ["between a tag that understates its size and the audio", (file: Buffer) => Buffer.concat([tag, id3Rest, file])],
    ["after the audio", (file: Buffer) => Buffer.concat([tag, file, junk])],
  ])("%s", async (_, addJunk) => {
    const accurateFile = await repairFile(evenMp3);
    const { mended } = await repair(addJunk(accurateFile), tag.length);
    expect(mended?.equals(Buffer.concat([tag, accurateFile]))).toBe(true);
    expect((await repair(Buffer.concat([tag, accurateFile]), tag.length)).mended).toBeNull();
  });
});

describe("bytes that look like a frame but aren't followed by one", () => {
  const misleadingBytes = Buffer.concat([Buffer.alloc(33, 7), LARGE_FRAME.subarray(0, 4), Buffer.alloc(50, 9)]);
  const id3v1 = Buffer.concat([Buffer.from("TAG"), LARGE_FRAME.subarray(0, 4), Buffer.alloc(121)]);

  test.each([
    ["before the sound", Buffer.concat([misleadingBytes, evenMp3])],
    [
      "in tags behind it",
      Buffer.concat([evenMp3, Buffer.from("APETAGEX"), LARGE_FRAME.subarray(0, 90), misleadingBytes, id3v1]),
    ],
  ])("don't count as audio %s", async (_, file) => {
    const { seconds, mended: repairedFile } = await repair(file);
    expect(seconds).toBeCloseTo(3000 * FRAME_SECONDS, 3);
    expect(repairedFile?.readUInt32BE(repairedFile.indexOf("Info") + 8)).toBe(3000);
  });
});

describe("an MP3 with a header", () => {
  test("leaves a correct header alone, and doesn't play it", async () => {
    const { seconds, mended: repairedAgain } = await repair(await repairFile(unevenMp3));
    expect(repairedAgain).toBeNull();
    expect(seconds).toBeCloseTo(3000 * FRAME_SECONDS, 3);
  });

  test.each<[string, (header: Buffer) => void]>([
    ["tells too few frames", (header) => header.writeUInt32BE(900, TABLE_OFFSET + 8)],
    ["tells too many frames", (header) => header.writeUInt32BE(9000, TABLE_OFFSET + 8)],
    ["tells other bytes", (header) => header.writeUInt32BE(77, TABLE_OFFSET + 12)],
    ["has no table", (header) => header.writeUInt32BE(3, TABLE_OFFSET + 4)],
    ["is called even", (header) => header.write("Info", TABLE_OFFSET, "latin1")],
    ["is a VBRI", (header) => header.fill(0, 4, 182).write("VBRI", 36, "latin1")],
  ])("that %s gets a true one in its place", async (_, change) => {
    const repaired = await repairFile(unevenMp3);
    const output = await repairFile(withHeader(repaired, change));
    expect(output.equals(repaired)).toBe(true);
  });

  test("replaces the header of a joined file's first part", async () => {
    const part = await repairFile(evenMp3);
    const output = await repairFile(Buffer.concat([part, part, part]));
    expect(headerOf(output).frames).toBe(3 * 3000 + 2);
  });
});
