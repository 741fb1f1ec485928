import { AppError } from "#server/errors.ts";

import { isLocked } from "./encryption.ts";
import { readCover } from "./find-cover.ts";
import { CONTAINER, readPackage } from "./find-package.ts";
import { missingPages, warnOf } from "./missing.ts";
import { createFindName } from "./names.ts";
import { XML_MAX_BYTES } from "./package.ts";
import { unusableEpub } from "./refusal.ts";
import { openArchive } from "./zip-archive.ts";

/** A `rights.xml` alone locks nothing: shops add one to free books. */
const LOCKS = ["META-INF/license.lcpl", "META-INF/sinf.xml"];
const LOCKED =
  "This is not a usable EPUB: it has DRM, so members couldn't open it. Ask the publisher for a copy without DRM.";

type Archive = Awaited<ReturnType<typeof openArchive>>;

/** What an EPUB says about itself, as written; `cover` is an unchecked picture. */
export type Metadata = { title: string; author: string; cover: Uint8Array | null; warnings: string[] };

/** Checks an EPUB before it is stored; the directory alone gives zip bombs away. @throws AppError invalid */
export async function checkEpub(path: string): Promise<Metadata> {
  const archive = await openArchive(path);
  try {
    const find = createFindName(archive.names());
    await assertMimetype(archive);
    if (LOCKS.some((name) => find(name) !== null)) throw new AppError("invalid", LOCKED);
    const encryption = find("META-INF/encryption.xml");
    if (encryption && isLockedSafely(await archive.read(encryption, XML_MAX_BYTES)))
      throw new AppError("invalid", LOCKED);
    const { about, findName } = await readPackage(archive);
    if (about.items.length === 0) throw unusableEpub("it lists no content");
    return {
      title: about.title,
      author: about.authors.join(", "),
      cover: await readCover(archive, about, findName).catch(() => null),
      warnings: warnOf({ missing: missingPages(about, findName) }),
    };
  } finally {
    archive.close();
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
  const find = createFindName(archive.names());
  const name = find("mimetype");
  if (name === null) {
    if (find(CONTAINER) !== null) return;
    throw unusableEpub("it has neither a 'mimetype' nor META-INF/container.xml");
  }
  const content = (await archive.read(name, 100))
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trim();
  if (content !== "application/epub+zip") throw unusableEpub("its 'mimetype' says that it's something else");
}
