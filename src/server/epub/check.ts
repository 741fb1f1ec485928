import { AppError } from "#server/errors.ts";

import { CONTAINER, hasOtherMimetype, lockedPaths, readPackage } from "./container.ts";
import { readCover } from "./find-cover.ts";
import { missingPages, warnOf } from "./missing.ts";
import { createFindName, type FindName } from "./names.ts";
import { TEXT_MAX_BYTES } from "./open-epub.ts";
import { type EpubPackage, XML_MAX_BYTES } from "./package.ts";
import { DOCUMENTS } from "./servable.ts";
import { decodeText } from "./xml-tree.ts";
import { openArchive, unusableEpub } from "./zip-archive.ts";

const LOCKS = ["META-INF/license.lcpl", "META-INF/sinf.xml"];
/** These alone lock nothing: shops add one to free books. */
const RIGHTS = ["META-INF/rights.xml", "rights.xml"];
const LOCKED =
  "This is not a usable EPUB: it has DRM, so members couldn't open it. Ask the publisher for a copy without DRM.";

type Archive = Awaited<ReturnType<typeof openArchive>>;

/** What an EPUB says about itself, as written; `cover` is an unchecked picture. */
type Metadata = { title: string; author: string; cover: Uint8Array | null; warnings: string[] };

/** Checks an EPUB before it is stored; the directory alone gives zip bombs away. @throws AppError invalid */
export async function checkEpub(path: string): Promise<Metadata> {
  const archive = await openArchive(path);
  try {
    const find = createFindName(archive.names());
    const isMislabeled = await assertEpub(archive, find);
    if (LOCKS.some((name) => find(name) !== null)) throw new AppError("invalid", LOCKED);
    const { about, findName } = await readPackage(archive);
    if (about.items.length === 0) throw unusableEpub("it lists no content");
    const encryption = find("META-INF/encryption.xml");
    const locked = encryption ? readLocked(await archive.read(encryption, XML_MAX_BYTES), findName) : [];
    const hasRights = RIGHTS.some((name) => find(name) !== null);
    if (hasLockedPage(about, locked, findName) || (hasRights && (await isScrambled(archive, about, findName))))
      throw new AppError("invalid", LOCKED);
    return {
      title: about.title,
      author: about.authors.join(", "),
      cover: await readCover(archive, about, findName).catch(() => null),
      warnings: warnOf({ isMislabeled, missing: missingPages(about, findName), locked: locked ?? [] }),
    };
  } finally {
    archive.close();
  }
}

/** The files that are encrypted, or null when the list of them can't be read. */
function readLocked(xml: Buffer, find: FindName): string[] | null {
  try {
    return lockedPaths(xml).map((path) => find(path) ?? path);
  } catch {
    return null;
  }
}

/** A picture or video that nobody can see is no reason to refuse the text. */
function hasLockedPage({ items, spine }: EpubPackage, locked: readonly string[] | null, find: FindName): boolean {
  if (locked === null) return true;
  const pages = new Set(spine.map(({ id }) => id));
  const texts = items.filter(({ id, type }) => pages.has(id) || DOCUMENTS.has(type));
  return texts.some(({ path }) => locked.includes(find(path) ?? path));
}

/** Whether the first page isn't text: some shops encrypt without saying so. */
async function isScrambled(archive: Archive, { items, spine }: EpubPackage, find: FindName): Promise<boolean> {
  const pages = spine.map(({ id }) => items.find((item) => item.id === id));
  const first = pages.find((item) => item && DOCUMENTS.has(item.type) && find(item.path) !== null);
  const name = first && find(first.path);
  if (!name) return false;
  const page = await archive.read(name, TEXT_MAX_BYTES).catch(() => null);
  return page !== null && !/^[\s\uFEFF]*</.test(decodeText(page));
}

/** @returns whether it's an EPUB by its container alone, as readers take it, though it calls itself something else */
async function assertEpub(archive: Archive, find: FindName): Promise<boolean> {
  const isMislabeled = await hasOtherMimetype(archive, find);
  if (find(CONTAINER) !== null) return isMislabeled;
  if (isMislabeled) throw unusableEpub("its 'mimetype' says that it's something else");
  if (find("mimetype") === null) throw unusableEpub("it has neither a 'mimetype' nor META-INF/container.xml");
  return false;
}
