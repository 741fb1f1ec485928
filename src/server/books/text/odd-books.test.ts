import { afterAll, describe, expect, test } from "bun:test";

import type { Contents } from "#contract/reading.ts";
import { ncx, ODD_BOOKS, oddBook, type Oddities, PAGE, point, TEXT_LENGTH } from "#tests/support/odd-books.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";
import type { ZipEntry } from "#tests/support/zip.ts";

const club = await createReadingClub();
afterAll(() => club.close());

async function prepareBook(oddities: Oddities): Promise<{ contents: Contents; text: string }> {
  club.pass(1);
  await club.giveText(oddBook(oddities));
  const contents: Contents = await club.get("contents");
  const href = contents.sections[0]?.href ?? "";
  const response = await club.text(href);
  return { contents, text: response.status === 200 ? await response.text() : `${response.status} for '${href}'` };
}

describe("a book that every reader opens is shown with its text and contents:", () => {
  test.each<[string, Oddities]>([...ODD_BOOKS])("%s", async (_, oddities) => {
    const { contents, text } = await prepareBook(oddities);
    expect(contents.sections.map(({ length }) => length)).toEqual([TEXT_LENGTH]);
    expect(text).toContain("Once upon a time.");
    expect(contents.toc[0]).toMatchObject({ title: expect.stringMatching(/^One/), section: 0 });
  });

  test("12,600 lines of contents", async () => {
    const points = Array.from({ length: 12_600 }, (_, at) => point(`Line ${at}`, "one.xhtml#a")).join("\n");
    const { contents } = await prepareBook({ contents: [{ name: "OEBPS/toc.ncx", data: ncx(points) }] });
    expect(contents.toc).toHaveLength(12_600);
  });

  test.each([
    ["a word processor's 220,000 small tags", "<b>a</b> ".repeat(110_000)],
    ["220,000 tags with attributes", '<span class="c1">a</span> '.repeat(110_000)],
  ])(
    "%s",
    async (_, body) => {
      const { contents, text } = await prepareBook({ page: PAGE.replace("Once upon a time.", body) });
      expect(contents.length).toBe(219_999);
      expect(text).toContain("</html>");
    },
    300_000,
  );
});

describe("old encodings are read as browsers read them:", () => {
  const createPageBytes = (textBefore: string) =>
    Buffer.concat([
      Buffer.from(textBefore),
      Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]),
      Buffer.from("</p></body></html>"),
    ]);
  test.each([
    ["meta charset", '<meta charset="windows-1251"/>'],
    ["HTTP-equiv", '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"/>'],
    ["meta charset without quotes", "<meta charset=windows-1251 />"],
  ])("%s", async (_, meta) => {
    const { text } = await prepareBook({
      page: createPageBytes(`<html xmlns="http://www.w3.org/1999/xhtml"><head>${meta}</head><body><p>`),
    });
    expect(text).toContain("Москва");
  });

  test.each(["", '<?xml version="1.0" encoding="utf-8"?>'])(
    "and an invalid byte affects no other character %s",
    async (textBefore) => {
      const [start = "", end = ""] = PAGE.split("Once upon a time.");
      const page = Buffer.concat([Buffer.from(`${textBefore}${start}Москва`), Buffer.from([0xd0]), Buffer.from(end)]);
      expect((await prepareBook({ page })).text).toContain("Москва\uFFFD");
    },
  );

  test("and UTF-8 is UTF-8, whatever the meta says", async () => {
    const page = PAGE.replace("<title>", '<meta charset="windows-1251"/><title>').replace("Once", "Où");
    expect((await prepareBook({ page })).text).toContain("Où upon");
  });
});

test("names a missing page, and shows the rest", async () => {
  club.pass(1);
  const changeOpf = (text: string) =>
    text
      .replace("</manifest>", '<item id="g" href="gone.xhtml" media-type="application/xhtml+xml"/></manifest>')
      .replace("</spine>", '<itemref idref="g"/><itemref idref="never"/></spine>');
  const uploadResult = await club.giveText(oddBook({ opf: changeOpf }));
  const warnings = ["Not in the file: 2 pages (OEBPS/gone.xhtml, never)."];
  expect(uploadResult.warnings).toEqual(warnings);
  const contents: Contents = await club.get("contents");
  expect([contents.warnings, contents.length]).toEqual([warnings, TEXT_LENGTH]);
});

test("says that there is no page to show", async () => {
  club.pass(1);
  const { warnings } = await club.giveText(
    oddBook({ opf: (text) => text.replace(/<itemref[^>]*>/, '<itemref idref="never"/>') }),
  );
  expect(warnings).toEqual([
    "Not in the file: 1 page (never).",
    "It has no page to show, so members can only download it.",
  ]);
});

test("names a page that is too large, and broken contents", async () => {
  club.pass(1);
  const uploadResult = await club.giveText(
    oddBook({
      page: PAGE.replace("Once", `${"<div>".repeat(6000)}x${"</div>".repeat(6000)}`),
      contents: [{ name: "OEBPS/toc.ncx", data: "nothing" }],
    }),
  );
  expect(uploadResult.warnings).toEqual([
    "Too large or damaged to be shown: 1 page (OEBPS/one.xhtml).",
    "Its list of contents can't be used.",
  ]);
});

test("says that no line of the contents leads to a page", async () => {
  club.pass(1);
  const deadLine =
    '<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="gone.xhtml"/></navPoint></navMap></ncx>';
  const { warnings } = await club.giveText(oddBook({ contents: [{ name: "OEBPS/toc.ncx", data: deadLine }] }));
  expect(warnings).toEqual(["Its list of contents can't be used."]);
});

describe("a book with something around its ZIP is shown, with its images:", () => {
  const lines = Buffer.from("HTTP/1.1 200 OK\r\nContent-Type: application/epub+zip\r\n\r\n");
  test.each<[string, (book: Buffer) => Buffer]>([
    ["a download's first lines", (book) => Buffer.concat([lines, book])],
    ["a line break", (book) => Buffer.concat([book, Buffer.from("\r\n")])],
    ["100 KB of zeros", (book) => Buffer.concat([book, Buffer.alloc(100_000)])],
    ["both", (book) => Buffer.concat([lines, book, Buffer.alloc(5000)])],
  ])("%s", async (_, wrapBook) => {
    club.pass(1);
    const uploadResult = await club.giveText(wrapBook(oddBook(withFile({ data: "a picture" }))));
    const contents: Contents = await club.get("contents");
    expect([uploadResult.warnings, contents.length]).toEqual([[], TEXT_LENGTH]);
    expect(await (await club.text("OEBPS/1.png")).text()).toBe("a picture");
  });
});

const withFile = (file: Omit<ZipEntry, "name">): Oddities => ({
  opf: (opf) => opf.replace("</manifest>", '<item id="f" href="1.png" media-type="image/png"/></manifest>'),
  more: [{ name: "OEBPS/1.png", ...file }],
});

test("an image that can't be unpacked is named", async () => {
  club.pass(1);
  const book = oddBook(withFile({ data: "a picture" }));
  // the compression method, LZMA
  for (let at = book.indexOf("OEBPS/1.png"); at >= 0; at = book.indexOf("OEBPS/1.png", at + 1))
    book.writeUInt16LE(14, book.readUInt32BE(at - 30) === 0x504b0304 ? at - 22 : at - 36);
  expect((await club.giveText(book)).warnings).toEqual(["Too large or damaged: 1 file (OEBPS/1.png)."]);
});

test("a style sheet that is too long is named", async () => {
  club.pass(1);
  const item = '<item id="s" href="s.css" media-type="text/css"/></manifest>';
  const book = oddBook({
    opf: (opf) => opf.replace("</manifest>", item),
    more: [{ name: "OEBPS/s.css", data: "p{color:red}".repeat(90_000) }],
  });
  expect((await club.giveText(book)).warnings).toEqual(["Too large or damaged: 1 file (OEBPS/s.css)."]);
});

test("a page of a kind that isn't shown is named, too", async () => {
  club.pass(1);
  const changeOpf = (text: string) =>
    text
      .replace("</manifest>", '<item id="p" href="map.pdf" media-type="application/pdf"/></manifest>')
      .replace("</spine>", '<itemref idref="p"/></spine>');
  const uploadResult = await club.giveText(
    oddBook({ opf: changeOpf, more: [{ name: "OEBPS/map.pdf", data: "%PDF-1.4" }] }),
  );
  expect(uploadResult.warnings).toEqual(["Of a kind that isn't shown: 1 page (OEBPS/map.pdf)."]);
});

test("a whole book has no warnings", async () => {
  club.pass(1);
  expect((await club.giveText(oddBook({}))).warnings).toEqual([]);
  expect(await club.get("contents")).not.toHaveProperty("warnings");
});
