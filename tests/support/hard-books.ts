import { png } from "./pictures.ts";
import { bookOf, plainChapters } from "./reading-book.ts";

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`).join(" ");
const row = (cell: string, name: string) =>
  `<tr>${Array.from({ length: 12 }, (_, at) => `<${cell}>${name}${at}Unbreakable</${cell}>`).join("")}</tr>`;

const TABLE = `<p>${words(60)}</p><table>${row("th", "Head")}${Array.from({ length: 6 }, () => row("td", "Cell")).join("")}</table><p>${words(400)}</p>`;
const WIDE = `<p>${words(30)}</p><p><img style="width:1600px;max-width:none" src="../wide.png" alt="A street"/></p>
  <div style="width:1500px"><img style="max-width:1500px" src="../wide.png" alt="Its end"/></div><p>${words(300)}</p>`;
const DRAWING = `<p>${words(30)}</p><svg xmlns="http://www.w3.org/2000/svg" width="1400" height="700"><rect width="1400" height="700" fill="tan"/><text x="1300" y="680">end</text></svg><p>${words(300)}</p>`;
const FLOAT = `<p><img style="float:left;width:75%" src="../wide.png" alt="A boat"/>${words(120)}</p><p><img style="float:right;width:30%" src="../wide.png" alt="A gull"/>${words(120)}</p>`;
const NOTES = `<p>Wine<a id="r1" epub:type="noteref" href="#n1">1</a> and bread<a role="doc-noteref" href="notes.xhtml#n2">*</a>.</p>
  <aside epub:type="footnote" id="n1"><p>A red one.</p><p>From Naples.</p></aside><p>${words(200)}</p>`;

/** The parts of books that readers get wrong, each in a chapter of its own. */
export async function hardBook(): Promise<Buffer> {
  return bookOf({
    chapters: [
      {
        title: "Cover",
        file: "text/cover.xhtml",
        body: '<div style="text-align:left;padding-top:4em"><p/><img style="height:150%" src="../cover.png" alt="The cover"/></div>',
      },
      {
        title: "Drawn cover",
        file: "text/drawn.xhtml",
        body: '<div><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100%" height="100%" viewBox="0 0 600 900" preserveAspectRatio="none"><image width="600" height="900" xlink:href="../cover.png"/></svg></div>',
      },
      { title: "Table", file: "text/table.xhtml", body: TABLE },
      { title: "Wide pictures", file: "text/wide.xhtml", body: WIDE },
      { title: "Drawing", file: "text/drawing.xhtml", body: DRAWING },
      { title: "Float", file: "text/float.xhtml", body: FLOAT },
      { title: "Notes", file: "text/footnotes.xhtml", body: NOTES },
      {
        title: "Endnotes",
        file: "text/notes.xhtml",
        body: `<section role="doc-endnotes"><ol><li id="n2"><p>White, too. <a role="doc-backlink" href="footnotes.xhtml">↩</a></p></li></ol></section>`,
      },
    ],
    more: [
      { name: "cover.png", type: "image/png", data: await png(600, 900) },
      { name: "wide.png", type: "image/png", data: await png(1600, 600) },
    ],
  });
}

/** Text from top to bottom, in lines from right to left. */
export function verticalBook(): Buffer {
  return bookOf({
    chapters: ["一", "二", "三"].map((title) => ({
      title,
      body: `<h1>${title}</h1>${"<p>もぐらは朝から働いていた。春の大掃除である。</p>".repeat(80)}`,
    })),
    head: "<style>html{writing-mode:vertical-rl}</style>",
    spine: ' page-progression-direction="rtl"',
  });
}

/** Four pages of a fixed size, as picture books have them. */
export function pictureBook({ direction = "ltr", spread = "auto" } = {}): Buffer {
  const pages = plainChapters([3, 3, 3, 3]).map(({ title }, at) => ({
    title: `Page ${at + 1}`,
    body: `<div style="position:absolute;left:60px;top:80px;font-size:40px">${title}, drawn</div><a href="c4.xhtml" style="position:absolute;left:250px;top:700px;font-size:40px">end</a>`,
  }));
  return bookOf({
    chapters: pages,
    head: '<meta name="viewport" content="width=600, height=800"/><style>body{margin:0;width:600px;height:800px;background:#fe9}</style>',
    metadata: `<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">${spread}</meta>`,
    spine: ` page-progression-direction="${direction}"`,
  });
}

/** Pages of a fixed size that don't say it in the usual way: a drawing twice as large as its view box, and a text. */
export function oddPagesBook(): Buffer {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="736px" height="1162px" viewBox="0 0,368 581"><text x="300" y="560">end</text></svg>`;
  return bookOf({
    chapters: [{ title: "Flowing", body: `<p>${words(3000)}</p><p id="end">end</p>` }],
    more: [{ name: "text/drawing.svg", type: "image/svg+xml", data: drawing }],
    metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    itemrefs: '<itemref idref="m0"/>',
  });
}

/** A text among pages of a fixed size, with the style of the others. */
export function flowingBook(): Buffer {
  const flowing = { title: "Flowing", body: `<p>${words(1500)}</p>` };
  const [before, after] = plainChapters([3, 3]);
  if (!before || !after) throw new Error("No pages");
  return bookOf({
    chapters: [before, flowing, after],
    head: '<meta name="viewport" content="width=900, height=600"/><style>body{width:1200px;height:600px;margin:0;overflow:hidden}</style>',
    metadata: '<meta property="rendition:layout">pre-paginated</meta>',
    itemrefs: '<itemref idref="c1"/><itemref idref="c2" properties="rendition:layout-reflowable"/>',
  });
}
