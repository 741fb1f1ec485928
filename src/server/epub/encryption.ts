import { findAll, readXml } from "./xml-tree.ts";

/** The two ways to obfuscate fonts. Any other encryption makes the book unreadable. */
export const IDPF_FONTS = "http://www.idpf.org/2008/embedding";
export const ADOBE_FONTS = "http://ns.adobe.com/pdf/enc#RC";

/** Algorithms of META-INF/encryption.xml, by path. @throws Error when it isn't well-formed */
export function readEncryption(xml: Uint8Array): Map<string, string> {
  const found = new Map<string, string>();
  for (const data of findAll(readXml(xml, { isStrict: true }), "EncryptedData")) {
    const algorithm = findAll(data, "EncryptionMethod")[0]?.attributes["Algorithm"] ?? "";
    const uri = findAll(data, "CipherReference")[0]?.attributes["URI"];
    if (uri) found.set(decode(uri), algorithm);
  }
  return found;
}

/** True when part of the book is encrypted (DRM). */
export function isLocked(xml: Uint8Array): boolean {
  return [...readEncryption(xml).values()].some((algorithm) => algorithm !== IDPF_FONTS && algorithm !== ADOBE_FONTS);
}

function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
