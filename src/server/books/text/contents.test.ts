import { describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { pageOf } from "#tests/support/reading-book.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";

const club = perTest(() => createReadingClub());

const chapters = [
  { title: "Chapter One", body: "<h1>Chapter One</h1>\n<p>Ben  came.</p>" },
  { title: "Chapter Two", body: "<h1>Two</h1><p>Mia&nbsp;left 🍷.</p>" },
  { title: "Notes &amp; Wine", body: "<p>Nobody.</p>", file: "text/notes &amp; wine.xhtml" },
];

describe("GET contents", () => {
  test.each(["nav", "ncx"] as const)("lists sections with their lengths and the %s entries", async (toc) => {
    await club.giveText({ chapters: chapters.slice(0, 2), toc });
    expect(await club.get("contents")).toEqual({
      title: "The Long Table",
      sections: [
        { index: 0, href: "OEBPS/text/c1.xhtml", length: 21, linear: true },
        { index: 1, href: "OEBPS/text/c2.xhtml", length: 14, linear: true },
      ],
      toc: [
        { title: "Chapter One", section: 0, fragment: null, level: 0, start: 0 },
        { title: "Chapter Two", section: 1, fragment: null, level: 0, start: 21 },
      ],
      pages: [],
      files: [],
      length: 35,
      language: "en",
      direction: null,
      layout: "reflowable",
      version: "2026-03-10T12:00:00.000Z",
      edition: expect.stringMatching(/^[0-9a-f]{16}\.-$/),
    });
  });

  test.each(["nav", "ncx"] as const)(
    "lists the printed pages of a %s, without those that lead nowhere",
    async (kind) => {
      const chapters = [
        { title: "One", body: '<p>1234<span id="p1"/>5</p><p id="p2">789</p>' },
        { title: "Two", body: "<p>Mia.</p>" },
      ];
      const targets = [
        ["xii", "text/c1.xhtml"],
        ["1", "text/c1.xhtml#p1"],
        ["2", "text/c1.xhtml#p2"],
        ["3", "text/gone.xhtml"],
        ["4", "text/c2.xhtml"],
        ["5", "https://pages.example/5"],
      ] as const;
      const lines = targets.map(([label, href]) => `<li><a href="${href}">${label}</a></li>`).join("");
      const toc = '<nav epub:type="toc"><ol><li><a href="text/c1.xhtml">One</a></li></ol></nav>';
      const nav = pageOf("Contents", `${toc}<nav epub:type="page-list" hidden=""><ol>${lines}</ol></nav>`);
      const ncxPoints = targets.map(
        ([label, href], at) =>
          `<pageTarget id="t${at}" type="normal" value="${label}"><navLabel><text>${at % 2 ? label : ""}</text></navLabel><content src="${href}"/></pageTarget>`,
      );
      const ncx = `<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap/><pageList>${ncxPoints.join("")}</pageList></ncx>`;
      await club.giveText({
        chapters,
        toc: "none",
        more: [
          kind === "nav"
            ? { name: "n.xhtml", type: "application/xhtml+xml", data: nav, properties: "nav" }
            : { name: "n.ncx", type: "application/x-dtbncx+xml", data: ncx },
        ],
      });
      const { pages, toc: entries } = await club.get("contents");
      expect(pages).toEqual([
        { label: "xii", section: 0, fragment: null },
        { label: "1", section: 0, fragment: "p1" },
        { label: "2", section: 0, fragment: "p2" },
        { label: "4", section: 1, fragment: null },
      ]);
      expect(entries).toHaveLength(kind === "nav" ? 1 : 0);
    },
  );

  test("has no entries where a book has none", async () => {
    await club.giveText({ chapters: chapters.slice(0, 2), toc: "none" });
    expect(await club.get("contents")).toMatchObject({ toc: [], length: 35 });
  });

  test("gives a fragment's code point, null for a missing file", async () => {
    const nav = pageOf(
      "Contents",
      `<nav epub:type="toc"><ol><li><span>Part One</span><ol><li><a href="text/c1.xhtml#b">Second half</a></li></ol></li>
       <li><a href="text/gone.xhtml">Lost</a></li></ol></nav>`,
    );
    await club.giveText({
      chapters: [{ title: "One", body: '<p>12345</p> <p id="b">789</p>' }],
      toc: "none",
      more: [{ name: "n.xhtml", type: "application/xhtml+xml", data: nav, properties: "nav" }],
    });
    expect((await club.get("contents")).toc).toEqual([
      { title: "Part One", section: null, fragment: null, level: 0, start: null },
      { title: "Second half", section: 0, fragment: "b", level: 1, start: 6 },
      { title: "Lost", section: null, fragment: null, level: 0, start: null },
    ]);
  });

  test("leaves out a spine item that is missing", async () => {
    await club.giveText({ chapters: chapters.slice(0, 2), itemrefs: '<itemref idref="nobody"/>' });
    expect((await club.get("contents")).sections).toHaveLength(2);
  });

  test("shows a spine item's fallback, or omits the item", async () => {
    const extraFiles = [
      { name: "a.json", type: "application/json", data: "{}", fallback: "c2" },
      { name: "b.xml", type: "application/xml", data: "<a/>", fallback: "m1" },
    ];
    const itemrefs = '<itemref idref="m0"/><itemref idref="m1"/>';
    await club.giveText({ chapters: chapters.slice(0, 2), more: extraFiles, itemrefs });
    const { sections } = await club.get("contents");
    expect(sections.map(({ href }: { href: string }) => href)).toEqual(["OEBPS/text/c2.xhtml", "OEBPS/text/c1.xhtml"]);
  });

  test("leads a link to a spine item to its fallback", async () => {
    const nav = pageOf("Contents", '<nav epub:type="toc"><ol><li><a href="a.json">One</a></li></ol></nav>');
    await club.giveText({
      chapters: chapters.slice(0, 1),
      toc: "none",
      more: [
        { name: "a.json", type: "application/json", data: "{}", fallback: "c1" },
        { name: "n.xhtml", type: "application/xhtml+xml", data: nav, properties: "nav" },
      ],
      itemrefs: '<itemref idref="m0"/>',
    });
    expect((await club.get("contents")).toc).toEqual([
      { title: "One", section: 0, fragment: null, level: 0, start: 0 },
    ]);
  });

  test("counts malformed text as far as possible", async () => {
    await club.giveText({ chapters: [{ title: "One", body: "<p>Ben & Mia <b>left</p>" }] });
    expect(await club.get("contents")).toMatchObject({ length: 14 });
  });

  test.each(["default", "sideways", ""])("has no direction for '%s'", async (direction) => {
    await club.giveText({ chapters: chapters.slice(0, 1), spine: ` page-progression-direction="${direction}"` });
    expect(await club.get("contents")).toMatchObject({ direction: null });
  });

  test("reports fixed layout and right-to-left pages", async () => {
    const metadata = '<meta property="rendition:layout">pre-paginated</meta>';
    await club.giveText({ chapters: chapters.slice(0, 1), metadata, spine: ' page-progression-direction="rtl"' });
    expect(await club.get("contents")).toMatchObject({ layout: "fixed", direction: "rtl" });
  });

  test("counts the pages of a fixed-layout book, and their sides", async () => {
    const metadata = '<meta property="rendition:layout">pre-paginated</meta>';
    const itemrefs =
      '<itemref idref="c1" properties="rendition:page-spread-center"/><itemref idref="c2" properties="page-spread-left rendition:layout-reflowable"/>';
    await club.giveText({ chapters: chapters.slice(0, 2), metadata, itemrefs });
    const { sections, toc, length } = await club.get("contents");
    expect(length).toBe(2);
    expect(sections).toMatchObject([
      { length: 1, spread: "center" },
      { length: 1, spread: "left", flows: true },
    ]);
    expect(toc.map(({ start }: { start: number }) => start)).toEqual([0, 1]);
    await club.giveText({
      chapters: chapters.slice(0, 2),
      metadata: `${metadata}<meta property="rendition:spread">none</meta>`,
    });
    expect((await club.get("contents")).sections).toMatchObject([{ spread: "center" }, { spread: "center" }]);
  });

  test("is 404 without an eBook, and for an unknown book", async () => {
    expect((await club.mia.call("GET", club.path("contents"))).status).toBe(404);
    expect((await club.mia.call("GET", "/api/books/99/contents")).status).toBe(404);
  });

  test("follows the file when it is replaced", async () => {
    await club.giveText({ chapters: chapters.slice(0, 2) });
    await club.get("contents");
    club.pass(1);
    await club.giveText({ chapters: chapters.slice(0, 1) });
    expect((await club.get("contents")).sections).toHaveLength(1);
  });
});
