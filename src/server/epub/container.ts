import { createFindName, type FindName } from "./names.ts";
import { type EpubPackage, readContainerPath, readEpubPackage, XML_MAX_BYTES } from "./package.ts";
import { findAll, readXml } from "./xml-tree.ts";
import { type openArchive, unusableEpub } from "./zip-archive.ts";

export const CONTAINER = "META-INF/container.xml";

type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Reads what the book says about itself. @throws AppError invalid when it has no readable package document */
export async function readPackage(archive: Archive): Promise<{ about: EpubPackage; findName: FindName }> {
  const findName = createFindName(archive.names());
  const path = await findPackage(archive, findName);
  const xml = await archive.read(path, XML_MAX_BYTES);
  return { about: parse(path, () => readEpubPackage(xml, { path, find: findName })), findName };
}

/** As the container names it; else the only one there is. */
async function findPackage(archive: Archive, find: FindName): Promise<string> {
  const [only, ...others] = [...archive.names()].filter((name) => /(?:^|\/)[^./][^/]*\.opf$/i.test(name));
  const single = others.length === 0 ? only : undefined;
  const named = find(CONTAINER);
  if (named === null && single !== undefined) return single;
  const container = await archive.read(named ?? CONTAINER, XML_MAX_BYTES);
  try {
    const path = readContainerPath(container, find);
    return find(path) ?? single ?? path;
  } catch (error) {
    if (single !== undefined) return single;
    throw unusableEpub(`'${CONTAINER}' in it can't be read`, error);
  }
}

function parse<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw unusableEpub(`'${name.slice(0, 200)}' in it can't be read`, error);
  }
}

const EPUB = "application/epub+zip";
const MAX_BYTES = 100;

/**
 * Whether a ZIP says that it's something else than an EPUB. OCF wants a `mimetype` first and unpacked, but programs that zip a
 * book again move it, lose it, or write another.
 */
export async function hasOtherMimetype(archive: Archive, find: FindName): Promise<boolean> {
  const name = find("mimetype");
  if (name === null) return false;
  const content = await archive.read(name, MAX_BYTES).catch(() => Buffer.alloc(0));
  return (
    content
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trim() !== EPUB
  );
}

/** The two ways to obfuscate fonts. Any other encryption makes the book unreadable. */
export const IDPF_FONTS = "http://www.idpf.org/2008/embedding";
export const ADOBE_FONTS = "http://ns.adobe.com/pdf/enc#RC";

/** Algorithms of META-INF/encryption.xml, by path. @throws Error when it isn't well-formed */
export function readEncryption(xml: Uint8Array): Map<string, string> {
  const found = new Map<string, string>();
  for (const data of findAll(readXml(xml, { isStrict: true }), "encrypteddata")) {
    const algorithm = findAll(data, "encryptionmethod")[0]?.attributes["algorithm"] ?? "";
    const uri = findAll(data, "cipherreference")[0]?.attributes["uri"];
    if (uri) found.set(decode(uri), algorithm);
  }
  return found;
}

/** Paths that nobody can read: encrypted in another way than fonts are (DRM). @throws Error when it isn't well-formed */
export function lockedPaths(xml: Uint8Array): string[] {
  const isFont = (algorithm: string) => algorithm === IDPF_FONTS || algorithm === ADOBE_FONTS;
  return [...readEncryption(xml)].filter(([, algorithm]) => !isFont(algorithm)).map(([path]) => path);
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
