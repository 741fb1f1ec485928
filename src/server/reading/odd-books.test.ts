import { afterAll, describe, expect, test } from "bun:test";

import type { Contents } from "#contract/reading.ts";
import { CONTAINER, MIMETYPE } from "#tests/support/epub.ts";
import { createReadingClub } from "#tests/support/reading-club.ts";
import { zip, type ZipEntry } from "#tests/support/zip.ts";

const club = await createReadingClub();
afterAll(() => club.close());

type Odd = {
  /** Replaces parts of the package document. */
  opf?: (opf: string) => string;
  container?: string;
  /** The name of the chapter in the archive, and as the manifest writes it. */
  chapter?: [name: string, href: string];
  page?: string | Uint8Array;
  contents?: ZipEntry[];
  rename?: (name: string) => string;
  more?: ZipEntry[];
};

const PAGE =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>1</title></head><body><p id="a">Once upon a time.</p></body></html>';
const LENGTH = "Once upon a time.".length;
const nav = (list: string) =>
  `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>${list}</ol></nav></body></html>`;
const ncx = (points: string, before = "") =>
  `${before}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${points}</navMap></ncx>`;
const point = (title: string, src = "one.xhtml") =>
  `<navPoint><navLabel><text>${title}</text></navLabel><content src="${src}"/></navPoint>`;
const NAV: ZipEntry = { name: "OEBPS/nav.xhtml", data: nav('<li><a href="one.xhtml">One</a></li>') };

function oddBook(odd: Odd): Buffer {
  const [name, href] = odd.chapter ?? ["one.xhtml", "one.xhtml"];
  const contents = odd.contents ?? [NAV];
  const has = (end: string) => contents.some((entry) => entry.name.endsWith(end));
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>Fish</dc:title><dc:language>en</dc:language></metadata>
<manifest><item id="c" href="${href}" media-type="application/xhtml+xml"/>${has("nav.xhtml") ? '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>' : ""}${has("toc.ncx") ? '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>' : ""}</manifest>
<spine${has("toc.ncx") ? ' toc="ncx"' : ""}><itemref idref="c"/></spine></package>`;
  const rename = odd.rename ?? ((one: string) => one);
  return zip(
    [
      MIMETYPE,
      odd.container === undefined ? CONTAINER : { ...CONTAINER, data: odd.container },
      { name: "OEBPS/content.opf", data: odd.opf?.(opf) ?? opf },
      { name: `OEBPS/${name}`, data: odd.page ?? PAGE },
      ...contents,
      ...(odd.more ?? []),
    ].map((entry) => ({ ...entry, name: rename(entry.name) })),
  );
}

async function shown(odd: Odd): Promise<{ contents: Contents; text: string }> {
  club.pass(1);
  await club.giveText(oddBook(odd));
  const contents: Contents = await club.get("contents");
  const href = contents.sections[0]?.href ?? "";
  const answer = await club.text(href);
  return { contents, text: answer.status === 200 ? await answer.text() : `${answer.status} for '${href}'` };
}

const containerOf = (path: string) =>
  String(CONTAINER.data).replace('full-path="OEBPS/content.opf"', `full-path="${path}"`);

describe("a book that every reader opens is shown with its text and contents:", () => {
  test.each<[string, Odd]>([
    ["a bare & in the package", { opf: (opf) => opf.replace("Fish", "Fish & chips") }],
    ["white space before the XML declaration", { opf: (opf) => `\n  ${opf}` }],
    ["control characters in the package", { opf: (opf) => opf.replace("Fish", "Fi\u0001sh\u000b") }],
    ["an undeclared entity in the package", { opf: (opf) => opf.replace("Fish", "Fish&eacute;&mine;") }],
    [
      "an entity of its own",
      { opf: (opf) => opf.replace("<package", '<!DOCTYPE package [<!ENTITY mine "chips">]><package') },
    ],
    ["a metadata element that isn't closed", { opf: (opf) => opf.replace("</dc:title>", "") }],
    ["an attribute without quotes", { opf: (opf) => opf.replace('id="c"', "id=c") }],
    ["the package's path with / in front", { container: containerOf("/OEBPS/content.opf") }],
    ["the package's path with ./ in front", { container: containerOf("./OEBPS/content.opf") }],
    ["the package's path in other case", { container: containerOf("oebps/Content.OPF") }],
    ["the package's path percent-encoded", { container: containerOf("OEBPS%2Fcontent%2Eopf") }],
    ["the package's path with a backslash", { container: containerOf("OEBPS\\content.opf") }],
    ["a package elsewhere than it says", { container: containerOf("content.opf") }],
    [
      "a bare & in the container",
      { container: containerOf("OEBPS/content.opf").replace("<rootfiles", "& <rootfiles") },
    ],
    ["names with ./", { rename: (name) => `./${name}` }],
    ["names with backslashes", { rename: (name) => name.replaceAll("/", "\\") }],
    ["meta-inf in lower case", { rename: (name) => name.replace("META-INF", "meta-inf") }],
    [
      "one folder around everything, as a Mac zips it",
      {
        rename: (name) => (name.startsWith("__MACOSX") ? name : `My Book/${name}`),
        more: [{ name: "__MACOSX/My Book/._mimetype", data: "x" }],
      },
    ],
    ["a shop's rights.xml though nothing is encrypted", { more: [{ name: "META-INF/rights.xml", data: "<rights/>" }] }],
    [
      "a question mark in a name",
      {
        chapter: ["What now?.xhtml", "What now?.xhtml"],
        contents: [{ ...NAV, data: nav('<li><a href="What now?.xhtml#a">One</a></li>') }],
      },
    ],
    [
      "a hash in a name",
      {
        chapter: ["Part #1.xhtml", "Part #1.xhtml"],
        contents: [{ ...NAV, data: nav('<li><a href="Part #1.xhtml#a">One</a></li>') }],
      },
    ],
    [
      "a percent sign in a name",
      {
        chapter: ["100%.xhtml", "100%.xhtml"],
        contents: [{ ...NAV, data: nav('<li><a href="100%.xhtml">One</a></li>') }],
      },
    ],
    [
      "a literal %20 in a name",
      {
        chapter: ["a%20b.xhtml", "a%20b.xhtml"],
        contents: [{ ...NAV, data: nav('<li><a href="a%20b.xhtml">One</a></li>') }],
      },
    ],
    [
      "a literal %20 that the manifest writes as a space",
      {
        chapter: ["a%20b.xhtml", "a b.xhtml"],
        contents: [{ ...NAV, data: nav('<li><a href="a b.xhtml">One</a></li>') }],
      },
    ],
    ["a name in other case", { chapter: ["One.XHTML", "one.xhtml"] }],
    [
      "accents composed differently",
      {
        chapter: ["cafe\u0301.xhtml", "caf\u00e9.xhtml"],
        contents: [{ ...NAV, data: nav('<li><a href="caf%C3%A9.xhtml">One</a></li>') }],
      },
    ],
    ["a bare & in the contents", { contents: [{ ...NAV, data: nav('<li><a href="one.xhtml">One & only</a></li>') }] }],
    [
      "contents with white space first",
      { contents: [{ ...NAV, data: `\n<?xml version="1.0"?>${nav('<li><a href="one.xhtml">One</a></li>')}` }] },
    ],
    [
      "contents with a line break that isn't closed",
      { contents: [{ ...NAV, data: nav('<li><a href="one.xhtml">One<br></a></li>') }] },
    ],
    ["an NCX with a bare &", { contents: [{ name: "OEBPS/toc.ncx", data: ncx(point("One & only")) }] }],
    ["an NCX with control characters", { contents: [{ name: "OEBPS/toc.ncx", data: ncx(point("One\u0002")) }] }],
    [
      "an NCX with a DTD of entities",
      {
        contents: [{ name: "OEBPS/toc.ncx", data: ncx(point("One &amp; &me;"), '<!DOCTYPE ncx [<!ENTITY me "me">]>') }],
      },
    ],
    [
      "a nav of headings without links beside a good NCX",
      {
        contents: [
          { ...NAV, data: nav("<li><span>Part</span></li>") },
          { name: "OEBPS/toc.ncx", data: ncx(point("One")) },
        ],
      },
    ],
    [
      "a nav that is rubbish beside a good NCX",
      {
        contents: [
          { ...NAV, data: "<html><body>nothing" },
          { name: "OEBPS/toc.ncx", data: ncx(point("One")) },
        ],
      },
    ],
  ])("%s", async (_, odd) => {
    const { contents, text } = await shown(odd);
    expect(contents.sections.map(({ length }) => length)).toEqual([LENGTH]);
    expect(text).toContain("Once upon a time.");
    expect(contents.toc[0]).toMatchObject({ title: expect.stringMatching(/^One/), section: 0 });
  });

  test("12,600 lines of contents", async () => {
    const points = Array.from({ length: 12_600 }, (_, at) => point(`Line ${at}`, "one.xhtml#a")).join("\n");
    const { contents } = await shown({ contents: [{ name: "OEBPS/toc.ncx", data: ncx(points) }] });
    expect(contents.toc).toHaveLength(12_600);
  });

  test.each([
    ["a word processor's 220,000 small tags", "<b>a</b> ".repeat(110_000)],
    ["220,000 tags with attributes", '<span class="c1">a</span> '.repeat(110_000)],
  ])(
    "%s",
    async (_, body) => {
      const { contents, text } = await shown({ page: PAGE.replace("Once upon a time.", body) });
      expect(contents.length).toBe(219_999);
      expect(text).toContain("</html>");
    },
    30_000,
  );
});

describe("old encodings are read as browsers read them:", () => {
  const bytes = (before: string) =>
    Buffer.concat([
      Buffer.from(before),
      Buffer.from([0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0]),
      Buffer.from("</p></body></html>"),
    ]);
  test.each([
    ["meta charset", '<meta charset="windows-1251"/>'],
    ["HTTP-equiv", '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"/>'],
    ["meta charset without quotes", "<meta charset=windows-1251 />"],
  ])("%s", async (_, meta) => {
    const { text } = await shown({
      page: bytes(`<html xmlns="http://www.w3.org/1999/xhtml"><head>${meta}</head><body><p>`),
    });
    expect(text).toContain("Москва");
  });

  test("and UTF-8 is UTF-8, whatever the meta says", async () => {
    const page = PAGE.replace("<title>", '<meta charset="windows-1251"/><title>').replace("Once", "Où");
    expect((await shown({ page })).text).toContain("Où upon");
  });
});

test("a page that is really gone is named at the upload and with the contents, and the rest is shown", async () => {
  club.pass(1);
  const opf = (text: string) =>
    text
      .replace("</manifest>", '<item id="g" href="gone.xhtml" media-type="application/xhtml+xml"/></manifest>')
      .replace("</spine>", '<itemref idref="g"/><itemref idref="never"/></spine>');
  const offer = await club.giveText(oddBook({ opf }));
  const warnings = ["Not in the file: 2 pages (OEBPS/gone.xhtml, never)."];
  expect(offer.warnings).toEqual(warnings);
  const contents: Contents = await club.get("contents");
  expect([contents.warnings, contents.length]).toEqual([warnings, LENGTH]);
});

test("a page that is too much, and contents that can't be read, are named, too", async () => {
  club.pass(1);
  const offer = await club.giveText(
    oddBook({
      page: PAGE.replace("Once", `${"<div>".repeat(6000)}x${"</div>".repeat(6000)}`),
      contents: [{ name: "OEBPS/toc.ncx", data: "nothing" }],
    }),
  );
  expect(offer.warnings).toEqual([
    "Too large or damaged to be shown: 1 page (OEBPS/one.xhtml).",
    "Its list of contents can't be read.",
  ]);
});

test("a whole book has no warnings", async () => {
  club.pass(1);
  expect((await club.giveText(oddBook({}))).warnings).toEqual([]);
  expect(await club.get("contents")).not.toHaveProperty("warnings");
});
