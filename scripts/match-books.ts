import { basename, join } from "node:path";

import { childElements, findAll, readXml, textOf, type XmlElement } from "#server/epub/xml-tree.ts";
import type { Narration } from "#tests/bench/match/narration.ts";
import { zip, type ZipEntry } from "#tests/support/zip.ts";

// `bun scripts/match-books.ts SYNCLIBRIVOX FOLDER [NAME=EDITION…]`: prepares `bun run bench match` from a checkout of
// github.com/r4victor/synclibrivox. EDITION is the `src` folder of another eBook of NAME, as in github.com/standardebooks.
const [checkout, folder, ...editions] = process.argv.slice(2);
if (!checkout || !folder) throw new Error("Usage: bun scripts/match-books.ts SYNCLIBRIVOX FOLDER [NAME=EDITION…]");

const books = join(checkout, "books");

for (const name of new Set(
  [...new Bun.Glob("*/metadata.json").scanSync(books)].map((path) => path.split("/")[0] ?? ""),
))
  await convert(name);
for (const edition of editions) {
  const [name = "", source = ""] = edition.split("=");
  await Bun.write(join(folder, name, "other.epub"), zip(await filesOf(source)));
}

async function convert(name: string): Promise<void> {
  const source = join(books, name);
  const { title } = JSON.parse(await Bun.file(join(source, "metadata.json")).text());
  const nav = await parseFile(join(source, "no_sync_text/nav.xhtml"));
  const titles = new Map(findAll(nav, "a").map((link) => [link.attributes["href"] ?? "", textOf(link)]));
  const narration: Narration = { title, seconds: 0, chapters: [], sentences: [] };
  for (const smil of [...new Bun.Glob("*.smil").scanSync(join(source, "smil"))].toSorted(chapterOrder(titles))) {
    const page = smil.replace(".smil", ".xhtml");
    const text = new Map(textsById(await parseFile(join(source, "sync_text", page))));
    let [file, end] = ["", 0];
    for (const par of findAll(await parseFile(join(source, "smil", smil)), "par")) {
      const [textElement] = findAll(par, "text");
      const [audio] = findAll(par, "audio");
      const id = textElement?.attributes["src"]?.split("#")[1] ?? "";
      file = basename(audio?.attributes["src"] ?? "", ".mp3");
      end = toSeconds(audio?.attributes["clipend"]);
      narration.sentences.push([narration.seconds + toSeconds(audio?.attributes["clipbegin"]), text.get(id) ?? ""]);
    }
    narration.chapters.push({ title: titles.get(page) ?? "", file, start: narration.seconds });
    narration.seconds += end;
  }
  await Bun.write(join(folder ?? "", name, "narration.json"), JSON.stringify(narration));
  await Bun.write(join(folder ?? "", name, "own.epub"), await ownEdition(source, title));
}

/** The order of the contents, which is that of the recording. */
function chapterOrder(titles: ReadonlyMap<string, string>): (one: string, other: string) => number {
  const order = [...titles.keys()];
  const orderOf = (smil: string) => order.indexOf(smil.replace(".smil", ".xhtml"));
  return (one, other) => orderOf(one) - orderOf(other);
}

/** Packs the text that the recording was aligned with, as syncabook does. */
async function ownEdition(source: string, title: string): Promise<Buffer> {
  const paths = [...new Bun.Glob("{no_sync_text,sync_text}/*.xhtml").scanSync(source)];
  const pages = paths.map((path) => ({ path, name: basename(path) })).filter(({ name }) => name !== "nav.xhtml");
  const pageList = pages.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const items = pageList.map(({ name }, at) => `<item id="p${at}" href="${name}" media-type="application/xhtml+xml"/>`);
  const refs = pageList.map((_, at) => `<itemref idref="p${at}"/>`);
  const read = (path: string) => Bun.file(join(source, path)).text();
  return zip([
    { name: "mimetype", data: "application/epub+zip", stored: true },
    {
      name: "META-INF/container.xml",
      data: `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="text/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    },
    {
      name: "text/content.opf",
      data: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${source}</dc:identifier><dc:title>${Bun.escapeHTML(title)}</dc:title><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join("")}</manifest><spine>${refs.join("")}</spine></package>`,
    },
    { name: "text/nav.xhtml", data: await read("no_sync_text/nav.xhtml") },
    ...(await Promise.all(pageList.map(async ({ path, name }) => ({ name: `text/${name}`, data: await read(path) })))),
  ]);
}

async function filesOf(source: string): Promise<ZipEntry[]> {
  const names = [...new Bun.Glob("**/*.{xml,opf,xhtml}").scanSync(source)].toSorted();
  const files = names.map(async (name) => ({ name, data: await Bun.file(join(source, name)).text() }));
  return [{ name: "mimetype", data: "application/epub+zip", stored: true }, ...(await Promise.all(files))];
}

async function parseFile(path: string): Promise<XmlElement> {
  return readXml(await Bun.file(path).bytes());
}

function textsById(element: XmlElement): [id: string, text: string][] {
  const id = element.attributes["id"];
  const descendants = childElements(element).flatMap(textsById);
  return id ? [[id, textOf(element)], ...descendants] : descendants;
}

/** @param clockTime for example "0:02:14.360" */
function toSeconds(clockTime = "0:0:0"): number {
  const [hours = 0, minutes = 0, seconds = 0] = clockTime.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}
