import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { m4b } from "#tests/support/m4b.ts";

import { inspectAudio } from "./audio.ts";

const folder = mkdtempSync(join(tmpdir(), "mp4-sound-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function inspect(options: Parameters<typeof m4b>[0]) {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, m4b({ seconds: 4, ...options }));
  return inspectAudio(path, "m4b");
}

/** Codecs that some browsers don't decode: Dolby's, DTS, Apple's lossless, speech codecs, and unknown ones. */
const CODECS = ["ec-3", "ac-3", "ac-4", "dtsc", "dtsh", "dtsl", "dts-", "alac", "samr", "sawb", "twos", "mha1", "xyz9"];
/** Object types of `mp4a`: E-AC-3, AC-3, DTS, Vorbis, QCELP, AAC's lossless, scalable and ER kinds, MP1 and MP2. */
const KINDS = [
  ...[0xa5, 0xa6, 0xa9, 0xac, 0xdd, 0xe1].map((objectType) => ({ objectType })),
  ...[6, 17, 22, 32, 33, 36].map((audioType) => ({ audioType })),
];
const UNPLAYABLE_ENTRIES = [...CODECS.map((codec) => ({ codec })), ...KINDS];

describe("rejects audio that browsers don't decode, and says why", () => {
  test.each(UNPLAYABLE_ENTRIES)("as its only track: %p", async (entry) => {
    await expect(inspect(entry)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(/many browsers can't play its audio \(.+\); convert it to AAC/),
    });
  });

  test.each(UNPLAYABLE_ENTRIES)("as its first track, before one in AAC: %p", async (entry) => {
    for (const isDisabled of [false, true])
      await expect(inspect({ ...entry, isDisabled, second: {} })).rejects.toThrow(/keep only the one in AAC/);
  });

  test.each(UNPLAYABLE_ENTRIES)("finds the enabled track behind a disabled AAC one: %p", async (entry) => {
    await expect(inspect({ isDisabled: true, second: entry })).rejects.toThrow(/keep only the one in AAC/);
  });

  test.each(UNPLAYABLE_ENTRIES)("as another kind of sample in the same track: %p", async (otherKind) => {
    await expect(inspect({ also: otherKind })).rejects.toThrow(/many browsers can't play its audio/);
    await expect(inspect({ also: { codec: "enca" } })).rejects.toThrow(/DRM/);
  });

  test.each(["drms", "enca", "aavd", "drmi"])("if any track is locked: %s", async (codec) => {
    await expect(inspect({ codec })).rejects.toThrow(/DRM/);
    await expect(inspect({ second: { codec } })).rejects.toThrow(/DRM/);
    await expect(inspect({ second: { codec, isDisabled: true } })).rejects.toThrow(/DRM/);
  });

  test.each([
    ["MP1", 0xff],
    ["MP2", 0xfd],
    ["MP2", 0xf5],
  ])("in the frames of %s, whatever its headers say: %p", async (name, secondByte) => {
    const frame = Buffer.from([0xff, secondByte, 0x50, 0xc0, 0, 0]);
    for (const entry of [{ objectType: 0x6b }, { objectType: 0x69 }, { codec: ".mp3" }, {}]) {
      await expect(inspect({ ...entry, frame })).rejects.toThrow(`(${name}); convert it to AAC`);
      await expect(inspect({ ...entry, frame, second: {} })).rejects.toThrow(`its track in ${name}`);
    }
  });

  test.each([
    ["lasts no time", [[0, 0]]],
    ["is only silence", [[0.3, null]]],
    [
      "starts it ten minutes late",
      [
        [600, null],
        [20, 0],
      ],
    ],
    ["skips its first half", [[10, 10]]],
    ["skips all but its start", [[5, 0]]],
    [
      "skips its middle",
      [
        [5, 0],
        [5, 15],
      ],
    ],
    ["begins behind its end", [[20, 100]]],
    [
      "plays it twice",
      [
        [20, 0],
        [20, 0],
      ],
    ],
  ] as const)("if an edit list %s", async (_, edits) => {
    await expect(inspect({ seconds: 20, edits })).rejects.toThrow(/edit list/);
    await expect(inspect({ seconds: 20, isDisabled: true, second: { edits } })).rejects.toThrow(/edit list/);
  });

  test("if an edit list has thousands of edits", async () => {
    const edits = Array.from({ length: 5000 }, () => [0, 0] as const);
    await expect(inspect({ edits })).rejects.toThrow(/edit list/);
  });

  test("if the track that they play has no audio", async () => {
    await expect(inspect({ samples: 0, second: {} })).rejects.toThrow(/empty/);
    await expect(inspect({ samples: 0, headerSeconds: 3600 })).rejects.toThrow(/it has no audio/);
  });

  test("if the track that they play is much shorter than the book", async () => {
    await expect(inspect({ samples: 1, second: {} })).rejects.toThrow(/much shorter than another/);
    await expect(inspect({ isDisabled: true, second: { samples: 2 } })).rejects.toThrow(/much shorter than another/);
  });

  test.each([
    ["its samples lie outside of it", "stco", 12, 0x7f_ff_ff_ff, /incomplete or damaged/],
    ["it has no samples", "stco", 8, 0, /incomplete or damaged/],
    ["its samples last no time", "stts", 16, 1, /files of two sample rates were joined/],
    ["only its first part is in its index", "udta", 0, 0x6d_76_65_78, /is in fragments/],
  ])("if %s", async (_, table, byteOffset, value, message) => {
    const bytes = m4b({ seconds: 4 });
    bytes.writeUInt32BE(value, bytes.indexOf(table) + byteOffset);
    const path = join(folder, crypto.randomUUID());
    await Bun.write(path, bytes);
    await expect(inspectAudio(path, "m4b")).rejects.toThrow(message);
  });

  test("if many of its samples are empty", async () => {
    const bytes = m4b({ seconds: 4 });
    const sizesAt = bytes.indexOf("stsz") + 16;
    bytes.fill(0, sizesAt + 400, sizesAt + 600);
    const path = join(folder, crypto.randomUUID());
    await Bun.write(path, bytes);
    await expect(inspectAudio(path, "m4b")).rejects.toThrow(/a part of its sound is empty/);
  });
});

describe("accepts audio that all browsers decode", () => {
  test.each([
    ["in HE-AAC", { audioType: 5 }],
    ["in HE-AAC v2", { audioType: 29 }],
    ["in MP3", { objectType: 0x6b }],
    ["in MP3 by its own name", { codec: ".mp3" }],
    ["in Opus", { codec: "Opus" }],
    ["in MP3's frames", { codec: ".mp3", frame: Buffer.from([0xff, 0xfb, 0x50, 0xc0, 0, 0]) }],
    ["behind an encoder's first frames", { edits: [[3.95, 0.05]] as const }],
    [
      "behind a moment of silence",
      {
        edits: [
          [0.3, null],
          [4, 0],
        ] as const,
      },
    ],
    ["with an edit list that is longer", { edits: [[60, 0]] as const }],
  ])("%s, without a warning", async (_, entry) => {
    const { seconds, warnings } = await inspect(entry);
    expect([seconds, warnings ?? []]).toEqual([expect.closeTo(4, 1), []]);
  });

  test("with samples that last for seconds, with a warning", async () => {
    const bytes = m4b({ seconds: 4 });
    for (const [index, value] of [2, 3 * 44_100].entries())
      bytes.writeUInt32BE(value, bytes.indexOf("stts") + 12 + index * 4);
    const path = join(folder, crypto.randomUUID());
    await Bun.write(path, bytes);
    expect((await inspectAudio(path, "m4b")).warnings).toEqual([
      expect.stringMatching(/of two sample rates were joined/),
    ]);
  });

  test.each([
    ["in the same", {}],
    ["in another sound", { codec: "ec-3" }],
    ["that isn't enabled", { codec: "ec-3", isDisabled: true }],
  ])("with another track %s, with a warning", async (_, secondTrack) => {
    expect((await inspect({ second: secondTrack })).warnings).toEqual([
      expect.stringMatching(/several tracks of sound/),
    ]);
  });
});
