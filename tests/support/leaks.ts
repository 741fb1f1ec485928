import { unzipSync } from "fflate";

/** A unique word for a field of a note, found by `wordsIn`. */
export const leakWord = (field: string, number: number) => `zq${field}${number}zq`;

export const wordsIn = (text: string): string[] => [...new Set(text.match(/zq[a-z]+\d+zq/g))];

/** Every byte of a response as text, including headers and unpacked archives. */
export async function everyByte(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const headers = JSON.stringify([...response.headers]);
  return [response.status, headers, bytes.toString("latin1"), ...unpackAll(bytes)].join("\n");
}

export function everyPart(raw: string): string {
  const parts = raw.split(/\r?\n\r?\n/);
  const decodedParts = parts.map((part) => Buffer.from(part.replace(/\s/g, ""), "base64").toString("latin1"));
  return [raw, raw.replace(/=\r?\n/g, ""), ...decodedParts].join("\n");
}

function unpackAll(bytes: Buffer): string[] {
  const isZip = bytes.subarray(0, 4).toString("latin1") === "PK\u0003\u0004";
  return isZip ? Object.values(unzipSync(bytes)).map((entry) => Buffer.from(entry).toString()) : [];
}
