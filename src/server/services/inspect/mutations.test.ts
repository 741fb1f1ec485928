import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { AppError } from "#server/errors.ts";
import { epub } from "#tests/support/epub.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";

import { inspectAudio } from "./audio.ts";
import { inspectEpub } from "./epub.ts";
import { moveIndexToFront } from "./faststart.ts";

/** More than a few hundred find nothing new in a normal run; `MUTATIONS=20000` is for a night. */
const ROUNDS = Number(Bun.env["MUTATIONS"] ?? 150);

const folder = mkdtempSync(join(tmpdir(), "mutations-"));
afterAll(() => rmSync(folder, { recursive: true }));

const chapters = [
  { title: "One", start: 0, end: 1 },
  { title: "Two", start: 1, end: 2 },
];
const tags = { title: "Emma", author: "Jane", narrator: "Nora", cover: Buffer.from("picture") };
const moved = async (path: string) => {
  const pieces = await moveIndexToFront(path);
  if (pieces) for await (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(1024 * 1024);
};

test.each<[string, Buffer, (path: string) => Promise<unknown>]>([
  ["EPUB", epub({ title: "Emma", cover: "c.png" }, [{ name: "OEBPS/c.png", data: "picture" }]), inspectEpub],
  ["M4B", m4b({ ...tags, chapters, seconds: 2 }), (path) => inspectAudio(path, "m4b")],
  ["M4B with chpl", m4b({ ...tags, chapters, seconds: 2, chapterStyle: "chpl" }), (path) => inspectAudio(path, "m4b")],
  ["M4B with its index at the end", m4b({ ...tags, chapters, seconds: 2, indexAtEnd: true }), moved],
  ["MP3", mp3({ ...tags, chapters, seconds: 2 }), (path) => inspectAudio(path, "mp3")],
])("a damaged %s is accepted or refused with a sentence, and never worse", async (name, good, inspect) => {
  const path = join(folder, name);
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < ROUNDS; round++) {
    const bad = Buffer.from(good);
    for (let flips = 1 + random(4); flips > 0; flips--) bad[random(bad.length)] = random(3) === 0 ? 0xff : random(256);
    await Bun.write(path, random(5) === 0 ? bad.subarray(0, random(bad.length)) : bad);
    const error = await inspect(path).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error !== null && !(error instanceof AppError)) throw new Error(`round ${round}`, { cause: error });
  }
});
