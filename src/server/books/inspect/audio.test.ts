import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createMp3 } from "#tests/support/create-mp3.ts";
import { epub } from "#tests/support/epub.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";

import type { AudioKind } from "./audio-kind.ts";
import { inspectAudio } from "./audio.ts";

const folder = mkdtempSync(join(tmpdir(), "audio-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function inspect(bytes: Uint8Array, kind: AudioKind) {
  const path = join(folder, crypto.randomUUID());
  await Bun.write(path, bytes);
  return inspectAudio(path, kind);
}

const tags = { title: "Emma", author: "Jane Austen", narrator: "Nora Reader", cover: Buffer.from("picture") };
const chapters = [
  { title: "One", start: 0, end: 1.5 },
  { title: "Zwei é", start: 1.5, end: 4 },
];
const chapterMarks = [
  { title: "One", start: 0 },
  { title: "Zwei é", start: 1.5 },
];

describe("a good audiobook (U09)", () => {
  test.each(["track", "chpl"] as const)("in M4B has its tags, length and chapters (%s)", async (chapterStyle) => {
    const metadata = await inspect(m4b({ ...tags, seconds: 4, chapters, chapterStyle }), "m4b");
    expect(metadata).toMatchObject({
      title: "Emma",
      author: "Jane Austen",
      narrator: "Nora Reader",
      chapters: chapterMarks,
    });
    expect(metadata.seconds).toBeCloseTo(4, 1);
    expect(Buffer.from(metadata.cover ?? []).toString()).toBe("picture");
  });

  test("with its index at the end has the same", async () => {
    const metadata = await inspect(m4b({ ...tags, seconds: 4, chapters, indexAtEnd: true }), "m4b");
    expect(metadata).toMatchObject({ title: "Emma", chapters: chapterMarks });
  });

  test.each(["M4A ", "M4B ", "mp42", "isom"])("of the MP4 brand %s is accepted", async (brand) => {
    expect((await inspect(m4b({ brand }), "m4b")).seconds).toBeCloseTo(2, 1);
  });

  test("in MP3 has its tags, length and chapters", async () => {
    const metadata = await inspect(mp3({ ...tags, seconds: 4, chapters }), "mp3");
    expect(metadata).toMatchObject({
      title: "Emma",
      author: "Jane Austen",
      narrator: "Nora Reader",
      chapters: chapterMarks,
    });
    expect(metadata.seconds).toBeCloseTo(4, 1);
    expect(Buffer.from(metadata.cover ?? []).toString()).toBe("picture");
  });

  test("accepts an MP3 without a tag or with a 1 MB image", async () => {
    expect((await inspect(mp3({ tagged: false }), "mp3")).seconds).toBeCloseTo(2, 1);
    const metadata = await inspect(mp3({ cover: Buffer.alloc(1_000_000, 7) }), "mp3");
    expect(metadata.cover).toHaveLength(1_000_000);
  });

  test("in variable-rate MP3 without a length is counted", async () => {
    const silentMp3 = mp3({ tagged: false, seconds: 30 });
    const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x20, 0xc4]), Buffer.alloc(126)]);
    const variableRate = Buffer.concat(
      Array.from({ length: 2000 }, (_, at) => (at % 3 === 0 ? silentMp3.subarray(0, 104) : frame)),
    );
    expect((await inspect(variableRate, "mp3")).seconds).toBeCloseTo((2000 * 1152) / 44_100, 1);
  });

  test.each([
    ["JPEG", 0x6c],
    ["PNG", 0x6d],
  ])("has its cover in a video track of one still (%s)", async (_, objectType) => {
    const metadata = await inspect(m4b({ seconds: 4, still: { image: tags.cover, objectType } }), "m4b");
    expect(Buffer.from(metadata.cover ?? []).toString()).toBe("picture");
    expect(metadata.seconds).toBeCloseTo(4, 1);
  });

  test("is as long as its frames where the headers wrapped", async () => {
    expect((await inspect(m4b({ seconds: 60, headerSeconds: 15 }), "m4b")).seconds).toBeCloseTo(60, 1);
  });

  test.each(["track", "chpl"] as const)("may have padded sample tables, with chapters as %s", async (chapterStyle) => {
    const chapters = [
      { title: "One", start: 0 },
      { title: "Two", start: 2 },
    ];
    for (const tablePadding of [8, 60, 1000]) {
      const metadata = await inspect(m4b({ ...tags, seconds: 4, chapters, chapterStyle, tablePadding }), "m4b");
      expect(metadata, String(tablePadding)).toMatchObject({ title: tags.title, chapters });
      expect(metadata.seconds).toBeCloseTo(4, 1);
    }
  });

  test("accepts padded tables before lost chapters, and warns", async () => {
    const chapters = [{ title: "One", start: 0 }];
    const metadata = await inspect(m4b({ ...tags, seconds: 4, chapters, tablePadding: 4 }), "m4b");
    expect(metadata).toMatchObject({ title: tags.title, warnings: ["Its chapters can't be read."] });
    const namedMetadata = await inspect(m4b({ seconds: 4, chapters, chapterStyle: "chpl", tablePadding: 4 }), "m4b");
    expect(namedMetadata.chapters).toEqual(chapters);
  });

  test("warns how far Firefox seeks are off at a variable bit rate", async () => {
    const framePayloads = (largeBytes: number) => Array.from({ length: 6000 }, (_, at) => (at < largeBytes ? 396 : 83));
    const createSound = (largeBytes: number) =>
      createMp3(framePayloads(largeBytes), { isMpeg1: true, isMono: true }).file;
    const uploadResult = await inspect(createSound(600), "mp3");
    expect(uploadResult.warnings).toEqual([expect.stringMatching(/Firefox a jump may end up to 1 minute off/)]);
    expect(uploadResult.seekTable?.evenPace).toBeUndefined();
    const evenMetadata = await inspect(createSound(3200), "mp3");
    expect([evenMetadata.warnings ?? [], evenMetadata.seekTable?.evenPace?.growth]).toEqual([[], expect.any(Number)]);
    expect((await inspect(createSound(0), "mp3")).warnings ?? []).toEqual([]);
  });

  test("in xHE-AAC says where it's silent, and others say nothing", async () => {
    const { warnings } = await inspect(m4b({ audioType: 42 }), "m4b");
    expect(warnings).toEqual([expect.stringMatching(/xHE-AAC.*silent in Firefox/)]);
    expect((await inspect(m4b(), "m4b")).warnings ?? []).toEqual([]);
  });

  test.each([
    "01 - Opening Credits",
    "Opening Credits",
    "Chapter 1",
    "001",
    "Track 3",
    "Kapitel 12",
    "Chapitre IV",
    "Capítulo 3",
    "Глава 7",
    "CD 2",
    "1 of 12",
    "Emma - Part 3",
    "Emma_04",
    "Emma (3/12)",
    "emma: Teil 2",
  ])("whose title is %s is called by its album", async (title) => {
    const part = mp3({ title, album: "Emma", albumArtist: "Jane Austen", author: "Nora Reader" });
    expect(await inspect(part, "mp3")).toMatchObject({
      title: "Emma",
      author: "Jane Austen",
      narrator: "Nora Reader",
    });
  });

  test.each(["2001: A Space Odyssey", "11/22/63", "1984", "Partners", "Teil", "Delirium", "Civil War"])(
    "called %s keeps its title",
    async (title) => {
      const metadata = await inspect(mp3({ title, album: "Great Books", author: "A" }), "mp3");
      expect(metadata).toMatchObject({ title, author: "A" });
    },
  );

  test.each<[string, Buffer]>([
    ["an APEv2 tag with an image", createApeTag(200_000)],
    [
      "an ID3 and an APEv2 tag with an image",
      Buffer.concat([mp3({ seconds: 0, title: "Emma" }), createApeTag(200_000)]),
    ],
    [
      "two ID3 tags",
      Buffer.concat([mp3({ seconds: 0, title: "Emma" }), mp3({ seconds: 0, cover: Buffer.alloc(9000, 0xfb) })]),
    ],
    ["100 KB of silence", Buffer.alloc(100_000)],
  ])("may have %s in front of an MP3", async (_, precedingBytes) => {
    const metadata = await inspect(Buffer.concat([precedingBytes, mp3({ tagged: false, seconds: 30 })]), "mp3");
    expect(metadata.seconds).toBeCloseTo(30, 0);
    expect(metadata.seekTable?.keep).toBeGreaterThanOrEqual(metadata.title === "" ? 0 : precedingBytes.length);
  });

  test("may be as QuickTime writes it", async () => {
    const metadata = await inspect(m4b({ ...tags, brand: "qt  ", isQuickTime: true, seconds: 4 }), "m4b");
    expect(metadata).toMatchObject({ title: tags.title, seconds: expect.closeTo(4, 1) });
  });

  test("keeps a chapter of an MP3 that has no title", async () => {
    const chapters = [
      { title: "One", start: 0, end: 10 },
      { start: 10, end: 20 },
      { title: "Three", start: 20, end: 30 },
    ];
    expect((await inspect(mp3({ seconds: 30, chapters }), "mp3")).chapters).toEqual([
      { title: "One", start: 0 },
      { title: "Chapter 2", start: 10 },
      { title: "Three", start: 20 },
    ]);
  });

  test("may have images for its chapters", async () => {
    expect((await inspect(m4b({ video: "jpeg" }), "m4b")).seconds).toBeCloseTo(2, 1);
  });
});

/** 32 kbit/s, like the frames of `mp3`. */
const STEREO_FRAME = Buffer.concat([Buffer.from([0xff, 0xfb, 0x10, 0x04]), Buffer.alloc(100)]);
const FRAME_OF_48_KHZ = Buffer.concat([Buffer.from([0xff, 0xfb, 0x14, 0xc4]), Buffer.alloc(92)]);

describe("an MP3 joined from parts", () => {
  const join = (frame: Buffer, count: number) => inspect(Buffer.concat([mp3(), ...Array(count).fill(frame)]), "mp3");

  test.each([
    ["in mono and stereo", STEREO_FRAME],
    ["of two sample rates", FRAME_OF_48_KHZ],
  ])("%s keeps its bytes, and a warning says that browsers stop", async (_, frame) => {
    const { warnings, seekTable } = await join(frame, 500);
    expect(warnings).toEqual([expect.stringMatching(/many browsers stop there/)]);
    expect(seekTable).toBeUndefined();
  });

  test("with a single other frame gets a seek table as usual", async () => {
    const { warnings, seekTable } = await join(STEREO_FRAME, 1);
    expect([warnings, seekTable]).toEqual([undefined, expect.anything()]);
  });
});

describe("rejected with a sentence that says why", () => {
  test.each<[string, Uint8Array, AudioKind, RegExp]>([
    ["an empty file", new Uint8Array(), "m4b", /can't be read/],
    ["one byte", new Uint8Array(1), "mp3", /can't be read/],
    ["a text", Buffer.from("Call me Ishmael. ".repeat(99)), "mp3", /can't be read/],
    ["a web page", Buffer.from("<!doctype html><script>alert(1)</script>"), "m4b", /can't be read/],
    ["a program", Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01"), Buffer.alloc(5000)]), "m4b", /can't be read/],
    ["an EPUB", epub(), "m4b", /can't be read/],
    ["a video", m4b({ video: "avc1" }), "m4b", /video/],
    ["a video in MPEG-4", m4b({ still: { image: Buffer.alloc(9), objectType: 0x20 } }), "m4b", /video/],
    ["a locked audiobook", m4b({ codec: "drms" }), "m4b", /DRM/],
    ["a sound that browsers do not play", m4b({ codec: "alac" }), "m4b", /convert it to AAC/],
    ["an MP3 that is called M4B", mp3(), "m4b", /name it \.mp3/],
    ["an M4B that is called MP3", m4b(), "mp3", /name it \.m4b/],
    ["an M4B whose download broke off", m4b({ seconds: 30 }).subarray(0, 4000), "m4b", /incomplete.*download it again/],
    ["an Ogg file", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(500)]), "mp3", /Ogg.*convert it/],
    [
      "a FLAC file with a tag of an MP3",
      Buffer.concat([mp3({ seconds: 0 }), Buffer.from("fLaC"), Buffer.alloc(500)]),
      "m4b",
      /FLAC.*convert it/,
    ],
    ["raw AAC that is called M4B", createAdts(), "m4b", /AAC file without.*convert it/],
    ["raw AAC that is called MP3", createAdts(), "mp3", /AAC file without.*convert it/],
    ["a cut M4B", m4b({ indexAtEnd: true }).subarray(0, 500), "m4b", /incomplete/],
  ])("%s", async (_, bytes, kind, message) => {
    await expect(inspect(bytes, kind)).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringMatching(message),
    });
  });
});

/** An APEv2 tag, which some programs write at the start of an MP3. */
function createApeTag(bytes: number): Buffer {
  const frame = (flags: number) => {
    const part = Buffer.alloc(32);
    part.write("APETAGEX");
    part.writeUInt32LE(2000, 8);
    part.writeUInt32LE(bytes + 32, 12);
    part.writeUInt32LE(flags, 20);
    return part;
  };
  return Buffer.concat([frame(0xa0000000), Buffer.alloc(bytes, 7), frame(0x80000000)]);
}

/** AAC frames without a container, which begin with the same bits as an MP3's. */
function createAdts(): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x40, 0x02, 0x1f, 0xfc]), Buffer.alloc(9, 0xff)]);
  return Buffer.concat(Array.from({ length: 500 }, () => frame));
}
