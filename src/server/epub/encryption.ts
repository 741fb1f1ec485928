import { findAll, readXml } from "./xml-tree.ts";

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
