import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";

import { moveIndexToFront } from "./faststart.ts";

const folder = mkdtempSync(join(tmpdir(), "faststart-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function moveIndex(bytes: Uint8Array): Promise<Buffer | null> {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  const chunks = await moveIndexToFront(path);
  return chunks && Buffer.concat(await Array.fromAsync(chunks));
}

const book = { title: "Emma", seconds: 3, chapters: [{ title: "One", start: 0 }], padding: 3_000_000 };

describe("an M4B with its index at the end", () => {
  test("equals the file written with its index first", async () => {
    const movedFile = await moveIndex(m4b({ ...book, indexAtEnd: true }));
    expect(movedFile?.equals(m4b(book))).toBe(true);
  });

  test("keeps what follows the index", async () => {
    const trailingBytes = Buffer.concat([Buffer.from([0, 0, 0, 12]), Buffer.from("free1234")]);
    const movedFile = await moveIndex(Buffer.concat([m4b({ ...book, indexAtEnd: true }), trailingBytes]));
    expect(movedFile?.equals(Buffer.concat([m4b(book), trailingBytes]))).toBe(true);
  });
});

test.each<[string, Uint8Array]>([
  ["with its index in front", m4b(book)],
  ["that is an MP3", mp3()],
  ["that is cut off", m4b({ ...book, indexAtEnd: true }).subarray(0, -10)],
  ["that is empty", new Uint8Array()],
  ["that is noise", new Uint8Array(5000).fill(0xff)],
])("a file %s is left alone", async (_, bytes) => {
  expect(await moveIndex(bytes)).toBeNull();
});

test("a missing or flipped byte of an index causes no error", async () => {
  const validM4b = m4b({ ...book, padding: 0, seconds: 0.2, indexAtEnd: true });
  const indexStart = validM4b.lastIndexOf("moov") - 4;
  for (let at = indexStart; at < validM4b.length; at += 7) {
    const badM4b = Buffer.from(validM4b);
    badM4b[at] = (badM4b[at] ?? 0) ^ 0xff;
    const movedFile = await moveIndex(badM4b);
    if (movedFile) expect(movedFile).toHaveLength(validM4b.length);
  }
});
