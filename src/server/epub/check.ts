import { AppError } from "#server/errors.ts";

import { isLocked } from "./encryption.ts";
import { createFindName } from "./names.ts";
import { type EpubPackage, readContainerPath, readEpubPackage, XML_MAX_BYTES } from "./package.ts";
import { unusableEpub } from "./refusal.ts";
import { openArchive } from "./zip-archive.ts";

const COVER_MAX_BYTES = 20 * 1024 * 1024;

const LOCKS = ["META-INF/rights.xml", "META-INF/license.lcpl", "META-INF/sinf.xml"];
const LOCKED =
  "This is not a usable EPUB: it has DRM, so members couldn't open it. Ask the publisher for a copy without DRM.";
const CONTAINER = "META-INF/container.xml";

type Archive = Awaited<ReturnType<typeof openArchive>>;

/** What an EPUB says about itself, as written; `cover` is an unchecked picture. */
export type Metadata = { title: string; author: string; cover: Uint8Array | null };

/** Checks an EPUB before it is stored; the directory alone gives zip bombs away. @throws AppError invalid */
export async function checkEpub(path: string): Promise<Metadata> {
  const archive = await openArchive(path);
  try {
    await assertMimetype(archive);
    if (LOCKS.some((name) => archive.has(name))) throw new AppError("invalid", LOCKED);
    const encryption = "META-INF/encryption.xml";
    if (archive.has(encryption) && isLockedSafely(await archive.read(encryption, XML_MAX_BYTES)))
      throw new AppError("invalid", LOCKED);
    const { title, authors, cover, items } = await readPackage(archive);
    if (items.length === 0) throw unusableEpub("it lists no content");
    const picture = cover && archive.has(cover) ? await archive.read(cover, COVER_MAX_BYTES).catch(() => null) : null;
    return { title, author: authors.join(", "), cover: picture };
  } finally {
    archive.close();
  }
}

async function readPackage(archive: Archive): Promise<EpubPackage> {
  const path = await parse(archive, CONTAINER, readContainerPath);
  return parse(archive, path, (xml) => readEpubPackage(xml, { path, find: createFindName(archive.names()) }));
}

async function parse<Result>(archive: Archive, name: string, read: (xml: Buffer) => Result): Promise<Result> {
  const xml = await archive.read(name, XML_MAX_BYTES);
  try {
    return read(xml);
  } catch (error) {
    throw unusableEpub(`'${name.slice(0, 200)}' in it can't be read`, error);
  }
}

function isLockedSafely(xml: Buffer): boolean {
  try {
    return isLocked(xml);
  } catch {
    return true;
  }
}

/** OCF wants it first and unpacked, but any program that zips a book again moves it, so the content counts. */
async function assertMimetype(archive: Archive): Promise<void> {
  if (!archive.has("mimetype")) {
    if (archive.has(CONTAINER)) return;
    throw unusableEpub("it has neither a 'mimetype' nor META-INF/container.xml");
  }
  const content = (await archive.read("mimetype", 100))
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trim();
  if (content !== "application/epub+zip") throw unusableEpub("its 'mimetype' says that it's something else");
}
