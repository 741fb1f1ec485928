import { describe, expect, test } from "bun:test";

import type { SectionSentences } from "#contract/sentences.ts";
import { secondsAt, type Timeline } from "#contract/timeline.ts";
import { perTest } from "#tests/support/each-club.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { audioChapters, type TestBook } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

import { alignPendingBooks } from "./align-book.ts";

const club = perTest(() => createReadingClub());

const SMIL = "application/smil+xml";
/** A par for each `[id, sound, begin, end]`. */
const createSmil = (file: string, pars: readonly (readonly string[])[]) =>
  `<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0"><body><seq>${pars
    .map(
      ([id, sound, begin, end]) =>
        `<par><text src="../${file}#${id}"/><audio src="../${sound}"${begin ? ` clipBegin="${begin}"` : ""}${end ? ` clipEnd="${end}"` : ""}/></par>`,
    )
    .join("")}</seq></body></smil>`;

const chapters: TestBook["chapters"] = [
  {
    title: "One",
    overlay: "m0",
    body: '<h1 id="h">One</h1>\n<p><span id="a">𝒜 table was long.</span> <span id="b">It was <em>very</em> long.</span></p>',
  },
  { title: "Two", overlay: "m1", body: '<p id="c">Nobody sat.</p>\n<p id="d">  Then somebody did.  </p>' },
];
const firstSmil = createSmil("text/c1.xhtml", [
  ["h", "a.mp3", "", "1s"],
  ["a", "a.mp3", "0:00:01.000", "00:02.5"],
  ["b", "a.mp3", "2500ms", "4"],
]);
const secondSmil = createSmil("text/c2.xhtml", [
  ["c", "b.mp3", "0.5", "1.25"],
  ["d", "b.mp3", "1.25", ""],
]);
const createNarratedBook = (fields: Partial<TestBook> = {}): TestBook => ({
  chapters,
  more: [
    { name: "smil/1.smil", type: SMIL, data: firstSmil },
    { name: "smil/2.smil", type: SMIL, data: secondSmil },
    { name: "a.mp3", type: "audio/mpeg", data: mp3({ seconds: 4 }), stored: true },
    { name: "b.mp3", type: "audio/mpeg", data: mp3({ seconds: 3 }) },
  ],
  ...fields,
});

const alignBooks = () => alignPendingBooks(club.deps, new AbortController().signal);
const getSentences = (section: number): Promise<SectionSentences> => club.get(`sentences?section=${section}`);
const getState = async () => (await club.get("match", club.chief)).sentences;

describe("an eBook with media overlays", () => {
  test("gives each sentence's seconds, and plays its own audio", async () => {
    await club.giveText(createNarratedBook());
    expect(await getSentences(0)).toEqual({ sentences: [] });
    await alignBooks();
    const sound = [
      { href: "OEBPS/a.mp3", start: 0, seconds: expect.closeTo(4, 1) },
      { href: "OEBPS/b.mp3", start: expect.closeTo(4, 1), seconds: expect.closeTo(3, 1) },
    ];
    expect(await getSentences(0)).toEqual({
      sentences: [
        { start: 0, end: 1, from: 0, to: 3, sure: true },
        // the first letter is one code point, and two units
        { start: 1, end: 2.5, from: 4, to: 21, sure: true },
        { start: 2.5, end: 4, from: 22, to: 39, sure: true },
      ],
      sound,
    });
    const { sentences: laterSentences } = await getSentences(1);
    expect(laterSentences).toEqual([
      { start: expect.closeTo(4.5, 1), end: expect.closeTo(5.25, 1), from: 0, to: 11, sure: true },
      { start: expect.closeTo(5.25, 1), end: expect.closeTo(7, 1), from: 12, to: 30, sure: true },
    ]);
    expect(await getSentences(7)).toMatchObject({ sentences: [] });
  });

  test("is the timeline of an audiobook of the same lengths", async () => {
    await club.giveText(createNarratedBook());
    for (const [chaptersOfAudio, seconds] of [
      [audioChapters([4.5, 3.2]), 7.7],
      [[], 7.4],
    ] as const) {
      await club.giveSound(chaptersOfAudio, seconds);
      await alignBooks();
      const firstStart = chaptersOfAudio.length > 0 ? 4.5 : 4.02;
      const { sentences: timedSentences, sound } = await getSentences(1);
      expect([timedSentences[0]?.start, sound]).toEqual([expect.closeTo(firstStart + 0.5, 1), undefined]);
      expect(await getState()).toEqual({ state: "ready", share: 1, progress: 1 });
      const { timeline }: { timeline: Timeline } = await club.get("timeline");
      const { sections, length } = await club.get("contents");
      expect(secondsAt(timeline, sections[0].length / length)).toBeCloseTo(firstStart + 0.5, 0);
    }
  });

  test("reveals no notes when the timeline changes", async () => {
    await club.giveSound([], 7.4);
    await club.giveText(createNarratedBook());
    await club.listen(6, { reason: "tick" });
    const [{ reached }, timelineBefore] = [await club.get("place"), await club.get("timeline")];
    await alignBooks();
    expect(await club.get("timeline")).not.toEqual(timelineBefore);
    expect((await club.get("place")).reached).toBe(reached);
  });

  test("isn't used for an audiobook of other lengths", async () => {
    await club.giveText(createNarratedBook());
    await club.giveSound(audioChapters([40, 30]), 70);
    await alignBooks();
    expect(await getSentences(0)).toEqual({ sentences: [] });
    expect(await getState()).toMatchObject({ state: "not-possible", share: 0 });
  });

  test("is used as far as it can be parsed", async () => {
    const invalidSmils = [
      ["nowhere", "a.mp3", "0", "1"],
      ["h", "../../../a.mp3", "0", "1"],
      ["h", "https://elsewhere.example/a.mp3", "0", "1"],
      ["h", "a.mp3", "2", "1"],
      ["h", "a.mp3", "soon", "1"],
      ["h", "missing.mp3", "0", "1"],
      ["a", "a.mp3", "1", "99:00:00"],
    ];
    const extraFiles = createNarratedBook().more ?? [];
    const brokenFile = { name: "smil/2.smil", type: SMIL, data: '<!DOCTYPE a [<!ENTITY b "&c;&c;">]><smil>&b;' };
    await club.giveText(
      createNarratedBook({
        more: extraFiles
          .with(0, { ...brokenFile, name: "smil/1.smil", data: createSmil("text/c1.xhtml", invalidSmils) })
          .with(1, brokenFile),
      }),
    );
    await alignBooks();
    expect((await getSentences(0)).sentences).toEqual([
      { start: 1, end: expect.closeTo(4, 1), from: 4, to: 21, sure: true },
    ]);
    expect((await getSentences(1)).sentences).toEqual([]);
  });

  test("gives nothing without such times and without an audiobook", async () => {
    await club.giveText({ chapters });
    await alignBooks();
    expect(await getSentences(0)).toEqual({ sentences: [] });
  });
});

describe("an eBook's own audio", () => {
  test.each(["OEBPS/a.mp3", "OEBPS/b.mp3"])("is sent in pieces, packed or not: %s", async (href) => {
    await club.giveText(createNarratedBook());
    const wholeAudio = mp3({ seconds: href.includes("a") ? 4 : 3 });
    const response = await club.text(href);
    expect([response.status, response.headers.get("accept-ranges"), response.headers.get("content-type")]).toEqual([
      200,
      "bytes",
      "audio/mpeg",
    ]);
    expect(Buffer.from(await response.arrayBuffer()).equals(wholeAudio)).toBe(true);
    for (const [range, start, end] of [
      ["bytes=0-1", 0, 2],
      ["bytes=1000-1999", 1000, 2000],
      ["bytes=-10", wholeAudio.length - 10, wholeAudio.length],
      [`bytes=${wholeAudio.length - 1}-`, wholeAudio.length - 1, wholeAudio.length],
    ] as const) {
      const part = await club.text(href, { range });
      expect([part.status, part.headers.get("content-range")]).toEqual([
        206,
        `bytes ${start}-${end - 1}/${wholeAudio.length}`,
      ]);
      expect(Buffer.from(await part.arrayBuffer()).equals(wholeAudio.subarray(start, end))).toBe(true);
    }
    expect((await club.text(href, { range: `bytes=${wholeAudio.length}-` })).status).toBe(416);
  });
});
