import { createHash } from "node:crypto";

import { AppError } from "#server/errors.ts";

import { createFindName, decodePath, type FindName } from "./hrefs.ts";
import { type EpubPackage, readContainerPath, readEpubPackage, XML_MAX_BYTES } from "./package.ts";
import { decodeText, findAll, readXml } from "./xml-tree.ts";
import { epubError, openArchive } from "./zip-archive.ts";

const CONTAINER_PATH = "META-INF/container.xml";
const ENCRYPTION = "META-INF/encryption.xml";
const EPUB_TYPE = "application/epub+zip";
const MIMETYPE_MAX_BYTES = 100;
/** A list of 12,600 contents has 3 MB. */
const CONTENTS_MAX_BYTES = 6 * 1024 * 1024;
export const TEXT_MAX_BYTES = 8 * 1024 * 1024;
/** Start and end tags, and characters written as `&#1080;`: some programs write a whole text like this. */
const TAGS_MAX = 600_000;
/** Characters written as `&nbsp;`, each of which takes twice the memory. */
const NAMED_ENTITY_TAGS = 2;
const HASH_SIGN = "#".charCodeAt(0);
const IDPF_FONTS = "http://www.idpf.org/2008/embedding";
const ADOBE_FONTS = "http://ns.adobe.com/pdf/enc#RC";

type Archive = Awaited<ReturnType<typeof openArchive>>;
type FontKey = { key: Uint8Array; length: number };
export type EpubFile = Awaited<ReturnType<typeof openEpub>>;

/** @throws AppError invalid */
export async function openEpub(path: string) {
  const archive = await openArchive(path);
  try {
    const findName = createFindName(archive.names());
    const isMislabeled = await assertEpub(archive, findName);
    const packageInfo = await readPackage(archive, findName);
    const encryption = await readEncryption(archive, findName);
    const types = new Map(packageInfo.items.map((item) => [findName(item.path) ?? item.path, item.type]));
    return {
      packageInfo,
      itemsById: new Map(packageInfo.items.map((item) => [item.id, item])),
      findName,
      names: archive.names,
      locate: archive.locate,
      read: archive.read,
      readText: async (name: string) => decodeText(limitTags(await archive.read(name, TEXT_MAX_BYTES))),
      readXml: async (name: string) => limitTags(await archive.read(name, CONTENTS_MAX_BYTES)),
      typeOf: (name: string): string => types.get(name) ?? "",
      fontKeys: findFontKeys(encryption, packageInfo.identifier),
      locked: encryption
        .filter(({ algorithm }) => ![IDPF_FONTS, ADOBE_FONTS].includes(algorithm))
        .map((file) => file.path),
      isMislabeled,
      [Symbol.dispose]: archive[Symbol.dispose],
    };
  } catch (error) {
    archive[Symbol.dispose]();
    throw error;
  }
}

async function assertEpub(archive: Archive, find: FindName): Promise<boolean> {
  const name = find("mimetype");
  const content = name && (await archive.read(name, MIMETYPE_MAX_BYTES).catch(() => Buffer.alloc(0)));
  const type =
    content &&
    content
      .toString("utf8")
      .replace(/^\uFEFF/, "")
      .trim();
  const isMislabeled = type !== null && type !== EPUB_TYPE;
  if (find(CONTAINER_PATH) !== null) return isMislabeled;
  if (isMislabeled) throw epubError("its 'mimetype' says that it's something else");
  if (name === null) throw epubError("it has neither a 'mimetype' nor META-INF/container.xml");
  return false;
}

async function readPackage(archive: Archive, find: FindName): Promise<EpubPackage> {
  const path = await findPackage(archive, find);
  const xml = await archive.read(path, XML_MAX_BYTES);
  try {
    return readEpubPackage(xml, { path, find });
  } catch (error) {
    throw epubError(`'${path.slice(0, 200)}' in it can't be read`, error);
  }
}

async function findPackage(archive: Archive, find: FindName): Promise<string> {
  const [first, ...others] = [...archive.names()].filter((name) => /(?:^|\/)[^./][^/]*\.opf$/i.test(name));
  const onlyPath = others.length === 0 ? first : undefined;
  const containerPath = find(CONTAINER_PATH);
  if (containerPath === null && onlyPath !== undefined) return onlyPath;
  const container = await archive.read(containerPath ?? CONTAINER_PATH, XML_MAX_BYTES);
  try {
    const path = readContainerPath(container, find);
    return find(path) ?? onlyPath ?? path;
  } catch (error) {
    if (onlyPath !== undefined) return onlyPath;
    throw epubError(`'${CONTAINER_PATH}' in it can't be read`, error);
  }
}

type EncryptedFile = { path: string; algorithm: string };

async function readEncryption(archive: Archive, find: FindName): Promise<EncryptedFile[]> {
  const name = find(ENCRYPTION);
  if (name === null) return [];
  const xml = await archive.read(name, XML_MAX_BYTES);
  try {
    return findAll(readXml(xml, { isStrict: true }), "encrypteddata").flatMap((data) => {
      const uri = findAll(data, "cipherreference")[0]?.attributes["uri"];
      const algorithm = findAll(data, "encryptionmethod")[0]?.attributes["algorithm"] ?? "";
      return uri ? [{ path: find(decodePath(uri)) ?? decodePath(uri), algorithm }] : [];
    });
  } catch (error) {
    throw lockedError(error);
  }
}

export function lockedError(cause?: unknown): AppError {
  const message =
    "This is not a usable EPUB: it has DRM, so members couldn't open it. Ask the publisher for a copy without DRM.";
  return new AppError("invalid", message, { cause });
}

function findFontKeys(encryption: readonly EncryptedFile[], identifier: string): Map<string, FontKey> {
  const keys = new Map<string, FontKey>();
  const uuid = Buffer.from(identifier.replaceAll(/^urn:uuid:|-/gi, ""), "hex");
  for (const { path, algorithm } of encryption)
    if (algorithm === IDPF_FONTS) {
      const key = createHash("sha1")
        .update(identifier.replaceAll(/[ \t\r\n]/g, ""))
        .digest();
      keys.set(path, { key, length: 1040 });
    } else if (algorithm === ADOBE_FONTS && uuid.length === 16) keys.set(path, { key: uuid, length: 1024 });
  return keys;
}

function limitTags(markup: Buffer): Buffer {
  let tagCount = 0;
  for (let at = markup.indexOf("<"); at >= 0; at = markup.indexOf("<", at + 1)) tagCount += 1;
  for (let at = markup.indexOf("&"); at >= 0; at = markup.indexOf("&", at + 1))
    tagCount += markup[at + 1] === HASH_SIGN ? 1 : NAMED_ENTITY_TAGS;
  if (tagCount > TAGS_MAX) throw new AppError("invalid", "It has too many tags.");
  return markup;
}

export function revealFont(font: Uint8Array, { key, length }: FontKey): Uint8Array {
  for (let at = 0; at < Math.min(length, font.length); at += 1)
    font[at] = (font[at] ?? 0) ^ (key[at % key.length] ?? 0);
  return font;
}
