import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readPackIndex } from "#server/epub/pack.ts";
import { prepareEpub } from "#server/epub/prepare.ts";
import { decodeText } from "#server/epub/xml-tree.ts";
import { fractionOfPage, withPoint } from "#server/progress/paper-points.ts";
import { bookOf, pageOf } from "#tests/support/reading-book.ts";

/** Where a printed page begins: its share of the text. */
type TruePage = { page: number; fraction: number };
type Guess = { median: number; most: number; worst: number };

/** As parts of the pages: where a member types the first words, too. */
const POINTS = { "by its share": [], "one page with its words": [0.5], "two pages": [0.33, 0.67] } as const;
const ANCHOR = /\bid="?(?:page|pg|p)_?(\d{1,4})"?/gi;

/** How many pages the place of a paper copy is off, in a folder of pages with anchors (docs/testing.md), as Markdown. */
export async function pagesBench(folder: string | undefined): Promise<string> {
  if (!folder) throw new Error("Usage: bun run bench pages FOLDER");
  const names = (await readdir(folder)).filter((name) => /\.html?$/i.test(name)).toSorted();
  const lines: string[] = [];
  for (const name of names) {
    const pages = await readPages(await Bun.file(join(folder, name)).bytes());
    const guesses = Object.values(POINTS).map((parts) => offBy(pages, parts));
    lines.push(`| ${[name.replace(/\.html?$/i, ""), pages.at(-1)?.page, ...guesses.map(inWords)].join(" | ")} |`);
  }
  const head = ["book", "pages", ...Object.keys(POINTS)];
  return [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`, ...lines].join("\n");
}

/** The anchors are the contents of an EPUB of one chapter, so the club itself says where they are. */
async function readPages(bytes: Uint8Array): Promise<TruePage[]> {
  const text = decodeText(bytes);
  const [, body = text] = /<body[^>]{0,500}>([\s\S]*)<\/body>/i.exec(text) ?? [];
  const own = body
    .replace(/^[\s\S]*?\*\*\* ?START OF TH[^\n]*/i, "")
    .replace(/\*\*\* ?END OF TH[\s\S]*$/i, "")
    // the numbers that the anchors show
    .replaceAll(/(<span class=["']?pagenum["']?[^>]{0,200}>)([\s\S]{0,200}?)(<\/span>)/gi, (_, open, shown, close) => {
      return (
        open +
        String(shown)
          .replaceAll(/>[^<]+</g, "><")
          .replace(/^[^<]+/, "")
          .replace(/[^>]+$/, "") +
        close
      );
    });
  const ids = [...own.matchAll(ANCHOR)].map(([id = "", page]) => ({
    id: id.replaceAll(/^id=|"/gi, ""),
    page: Number(page),
  }));
  const links = ids.map(({ id, page }) => `<li><a href="text/c1.xhtml#${id}">${page}</a></li>`).join("");
  const nav = pageOf("Pages", `<nav epub:type="toc"><ol>${links}</ol></nav>`);
  const more = [{ name: "n.xhtml", type: "application/xhtml+xml", data: nav, properties: "nav" }];
  const contents = await contentsOf(bookOf({ chapters: [{ title: "Book", body: own }], toc: "none", more }));
  const placed = contents.toc.flatMap(({ title, start }) =>
    start === null || start === 0 ? [] : [{ page: Number(title), fraction: start / contents.length }],
  );
  // plates and footnotes have pages out of order
  return placed.filter(({ page }, at) => page > Math.max(0, ...placed.slice(0, at).map((before) => before.page)));
}

async function contentsOf(book: Buffer) {
  const [path, pack] = ["epub", "pack"].map((kind) => join(tmpdir(), `bookclub-${crypto.randomUUID()}.${kind}`));
  if (!path || !pack) throw new Error("No paths");
  await Bun.write(path, book);
  await prepareEpub(path, pack);
  const index = readPackIndex(pack);
  await Promise.all([path, pack].map((file) => Bun.file(file).delete()));
  if ("fault" in index) throw new Error(index.fault);
  return index.contents;
}

/** In pages, for each page that has an anchor. */
function offBy(truth: readonly TruePage[], parts: readonly number[]): Guess {
  const pages = truth.at(-1)?.page ?? 0;
  const known = parts.flatMap((part) => truth.find(({ page }) => page >= part * pages) ?? []);
  let points: TruePage[] = [];
  for (const point of known) points = withPoint(points, point, pages);
  const off = truth.map(({ page }) => Math.abs(pageAt(truth, fractionOfPage(page, { pages, points })) - page));
  const sorted = off.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median: at(0.5), most: at(0.95), worst: sorted.at(-1) ?? 0 };
}

/** The printed page at a share of the text. */
function pageAt(truth: readonly TruePage[], fraction: number): number {
  const after = truth.findIndex((one) => one.fraction > fraction);
  const [from, to] = after < 0 ? [truth.at(-1), undefined] : [truth[after - 1], truth[after]];
  if (!from || !to) return from?.page ?? truth[0]?.page ?? 0;
  return from.page + ((fraction - from.fraction) / (to.fraction - from.fraction)) * (to.page - from.page);
}

const inWords = ({ median, most, worst }: Guess) => [median, most, worst].map((pages) => pages.toFixed(1)).join(" / ");
