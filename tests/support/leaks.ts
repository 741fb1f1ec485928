import { inflateRawSync } from "node:zlib";

/** A unique word for a field of a note; `wordsIn` finds it again. */
export const leakWord = (field: string, number: number) => `zq${field}${number}zq`;

export const wordsIn = (text: string): string[] => [...new Set(text.match(/zq[a-z]+\d+zq/g))];

/** Every byte of a response as text, including headers and unpacked archives. */
export async function everyByte(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const headers = JSON.stringify([...response.headers]);
  return [response.status, headers, bytes.toString("latin1"), ...unpacked(bytes)].join("\n");
}

/** A mail with its encoded parts as text. */
export function everyPart(raw: string): string {
  const parts = raw.split(/\r?\n\r?\n/);
  const decoded = parts.map((part) => Buffer.from(part.replace(/\s/g, ""), "base64").toString("latin1"));
  return [raw, raw.replace(/=\r?\n/g, ""), ...decoded].join("\n");
}

function unpacked(zip: Buffer): string[] {
  const texts: string[] = [];
  for (let at = zip.indexOf("PK\u0003\u0004"); at >= 0; at = zip.indexOf("PK\u0003\u0004", at + 4)) {
    const begin = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    if (zip.readUInt16LE(at + 8) === 8) texts.push(inflateRawSync(zip.subarray(begin)).toString());
  }
  return texts;
}
