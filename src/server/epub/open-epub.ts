import { createHash } from "node:crypto";

import { AppError } from "#server/errors.ts";

import { ADOBE_FONTS, hasOtherMimetype, IDPF_FONTS, lockedPaths, readEncryption, readPackage } from "./container.ts";
import type { FindName } from "./names.ts";
import { type EpubPackage, XML_MAX_BYTES } from "./package.ts";
import { decodeText } from "./xml-tree.ts";
import { openArchive } from "./zip-archive.ts";

/** Contents of 12,600 lines have 3 MB. */
const CONTENTS_MAX_BYTES = 6 * 1024 * 1024;
export const TEXT_MAX_BYTES = 8 * 1024 * 1024;
/**
 * Tags of a document, start and end, and characters written as `&#1080;`. A word processor puts each word into tags of
 * its own, and some programs write all of a text so.
 */
const TAGS_MAX = 600_000;
/** Characters written as `&nbsp;`, each of which takes twice the memory. */
const NAMED_WEIGHT = 2;
const HASH = 0x23;

type Archive = Awaited<ReturnType<typeof openArchive>>;
/** How an obfuscated font's first bytes were changed. */
type FontKey = { key: Uint8Array; length: number };
export type EpubFile = Awaited<ReturnType<typeof openEpub>>;

/** Opens an EPUB; the caller closes it. @throws Error, AppError invalid */
export async function openEpub(path: string) {
  const archive = await openArchive(path);
  try {
    const { about, findName } = await readPackage(archive);
    const types = new Map(about.items.map((item) => [findName(item.path) ?? item.path, item.type]));
    return {
      about,
      findName,
      names: archive.names,
      locate: archive.locate,
      read: archive.read,
      readText: async (name: string) => decodeText(limitTags(await archive.read(name, TEXT_MAX_BYTES))),
      readXml: async (name: string) => limitTags(await archive.read(name, CONTENTS_MAX_BYTES)),
      typeOf: (name: string): string => types.get(name) ?? "",
      fontKeys: await readFontKeys(archive, about, findName),
      locked: await readLocked(archive, findName),
      isMislabeled: await hasOtherMimetype(archive, findName),
      close: archive.close,
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

function limitTags(markup: Buffer): Buffer {
  let tags = 0;
  for (let at = markup.indexOf("<"); at >= 0; at = markup.indexOf("<", at + 1)) tags += 1;
  for (let at = markup.indexOf("&"); at >= 0; at = markup.indexOf("&", at + 1))
    tags += markup[at + 1] === HASH ? 1 : NAMED_WEIGHT;
  if (tags > TAGS_MAX) throw new AppError("invalid", "It has too many tags.");
  return markup;
}

export function revealFont(font: Uint8Array, { key, length }: FontKey): Uint8Array {
  for (let at = 0; at < Math.min(length, font.length); at += 1)
    font[at] = (font[at] ?? 0) ^ (key[at % key.length] ?? 0);
  return font;
}

/** Files that are encrypted, and not as fonts are. A book whose pages are was refused. */
async function readLocked(archive: Archive, find: FindName): Promise<string[]> {
  const encryption = find("META-INF/encryption.xml");
  if (encryption === null) return [];
  return lockedPaths(await archive.read(encryption, XML_MAX_BYTES)).map((path) => find(path) ?? path);
}

async function readFontKeys(
  archive: Archive,
  { identifier }: EpubPackage,
  find: FindName,
): Promise<Map<string, FontKey>> {
  const keys = new Map<string, FontKey>();
  const encryption = find("META-INF/encryption.xml");
  if (encryption === null) return keys;
  const uuid = Buffer.from(identifier.replaceAll(/^urn:uuid:|-/gi, ""), "hex");
  for (const [path, algorithm] of readEncryption(await archive.read(encryption, XML_MAX_BYTES))) {
    if (algorithm === IDPF_FONTS) {
      const key = createHash("sha1")
        .update(identifier.replaceAll(/[ \t\r\n]/g, ""))
        .digest();
      keys.set(find(path) ?? path, { key, length: 1040 });
    } else if (algorithm === ADOBE_FONTS && uuid.length === 16)
      keys.set(find(path) ?? path, { key: uuid, length: 1024 });
  }
  return keys;
}
