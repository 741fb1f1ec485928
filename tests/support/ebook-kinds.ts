import { oddBook } from "./odd-books.ts";
import { bookOf, pageOf, plainChapters, type TestBook } from "./reading-book.ts";

/** An EPUB in the style of some program, and its chapters' text, in order. */
type EbookKind = { name: string; book: Buffer; texts: string[] };

const two = [
  { title: "One", body: "<h1>One</h1><p>The mole had been working.</p>" },
  { title: "Two", body: "<h1>Two</h1><p>The rat sat on the bank.</p>" },
];
const PARTS = ["OneThe mole had been working.", "TwoThe rat sat on the bank."];
const kind = (name: string, book: TestBook, texts: string[] = PARTS): EbookKind => ({
  name,
  book: bookOf(book),
  texts,
});

const svgCover =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90"><rect width="60" height="90" fill="navy"/><text y="40">Cover</text></svg>';

/** EPUBs of many kinds, written by hand; tests/fixtures/ebooks has those of other programs. */
export const EBOOK_KINDS: EbookKind[] = [
  kind("EPUB 3 with its own contents", { chapters: two }),
  kind("EPUB 2 with an NCX alone", { chapters: two, toc: "ncx" }),
  kind("no contents at all", { chapters: two, toc: "none" }),
  kind(
    "one file with all chapters",
    { chapters: [{ title: "All", body: two.map(({ body }, index) => `<div id="c${index}">${body}</div>`).join("") }] },
    [PARTS.join("")],
  ),
  kind("file names with spaces and accents", {
    chapters: two.map((chapter, index) => ({ ...chapter, file: `Text/Kapitel é ${index + 1}.xhtml` })),
  }),
  kind("names that need escaping", {
    chapters: two.map((chapter, index) => ({ ...chapter, file: `text/50%25 ${index + 1}.xhtml`.replace("%25", "") })),
  }),
  kind("a spine item that is missing", { chapters: two, itemrefs: '<itemref idref="gone"/>' }),
  kind(
    "right to left",
    {
      chapters: [
        { title: "واحد", body: '<div dir="rtl" lang="ar"><h1>واحد</h1><p>كان الخلد يعمل بجد.</p></div>' },
        { title: "اثنان", body: '<div dir="rtl" lang="ar"><p>جلس الجرذ على الضفة.</p></div>' },
      ],
      spine: ' page-progression-direction="rtl"',
    },
    ["واحدكان الخلد يعمل بجد.", "جلس الجرذ على الضفة."],
  ),
  kind(
    "vertical text",
    {
      chapters: [{ title: "一", body: "<h1>一</h1><p>もぐらは朝から働いていた。</p>" }],
      head: "<style>html{writing-mode:vertical-rl}</style>",
      spine: ' page-progression-direction="rtl"',
    },
    ["一もぐらは朝から働いていた。"],
  ),
  kind(
    "text that is broken",
    {
      chapters: [{ title: "One", body: "<p>Ratty & Mole<br>went <b>on the <i>river</b></i></p><p>and on" }],
    },
    ["Ratty & Molewent on the riverand on"],
  ),
  kind(
    "names of characters without a DTD",
    {
      chapters: [{ title: "One", body: "<p>Caf&eacute;&nbsp;&mdash;&hellip;</p>" }],
    },
    ["Café —…"],
  ),
  kind(
    "notes and links",
    {
      chapters: [
        {
          title: "One",
          body: '<p>Wine<a epub:type="noteref" href="#n1"><sup>1</sup></a>.</p><aside epub:type="footnote" id="n1"><p>Red.</p></aside>',
        },
      ],
    },
    ["Wine1.Red."],
  ),
  kind(
    "pictures and styles",
    {
      chapters: [{ title: "One", body: '<p>Look:</p><img src="../i/a.png" alt="A table"/>' }],
      head: '<link rel="stylesheet" href="../s.css"/>',
      more: [
        { name: "i/a.png", type: "image/png", data: Buffer.from("iVBORw0KGgo=", "base64") },
        { name: "s.css", type: "text/css", data: "p { color: teal }" },
      ],
    },
    ["Look:"],
  ),
  kind("a media overlay", {
    chapters: two,
    more: [{ name: "o.smil", type: "application/smil+xml", data: "<smil/>" }],
  }),
  kind("a very long chapter", { chapters: plainChapters([60_000]) }, [
    `Chapter 1${Array.from({ length: 750 }, (_, paragraph) =>
      Array.from({ length: 80 }, (_, word) => `word0x${paragraph * 80 + word}`).join(" "),
    ).join("\n")}`,
  ]),
  {
    name: "names of characters that the page declares",
    book: handMade(
      pageOf("1", "<p>&O;Curiouser,&C; she said&D;twice.</p>").replace(
        "<html",
        `<!DOCTYPE html [<!ENTITY D "&#x2014;"><!ENTITY O '“'>\n<!ENTITY C "&#x201D;" >]>\n<html`,
      ),
    ),
    texts: ["“Curiouser,” she said—twice."],
  },
  {
    name: "pages without a namespace",
    book: handMade("<html><head><title/></head><body><p>Plain.</p></body></html>"),
    texts: ["Plain."],
  },
  {
    name: "an old encoding",
    book: handMade(Buffer.from(pageOf("1", "<p>Café</p>").replace("utf-8", "iso-8859-1"), "latin1")),
    texts: ["Café"],
  },
  {
    name: "UTF-16",
    book: handMade(
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(pageOf("1", "<p>Møle</p>").replace("utf-8", "utf-16"), "utf16le"),
      ]),
    ),
    texts: ["Møle"],
  },
  { name: "a cover that is a drawing", book: handMade(svgCover, "image/svg+xml", "cover.svg"), texts: ["Cover"] },
  {
    name: "names in another case",
    book: handMade(pageOf("1", "<p>Case.</p>"), "application/xhtml+xml", "ONE.XHTML", "one.xhtml"),
    texts: ["Case."],
  },
];

function handMade(data: string | Buffer, type = "application/xhtml+xml", name = "one.xhtml", href = name): Buffer {
  const opf = (text: string) => text.replace("application/xhtml+xml", type);
  return oddBook({ chapter: [name, href], page: data, contents: [], opf });
}
