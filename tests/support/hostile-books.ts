import { CONTAINER, MIMETYPE } from "./epub.ts";
import { mp3 } from "./mp3.ts";
import { zip } from "./zip.ts";

const MB = 1024 * 1024;

/** An MP3 whose tag consists of 12-byte frames, which take 40 times as much memory. */
export function manyTags(megabytes: number): Buffer {
  const frame = Buffer.from("TXXX\0\0\0\x02\0\0\x03\0", "latin1");
  const body = Buffer.alloc(megabytes * MB, frame);
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f));
  return Buffer.concat([Buffer.from("ID3\x04\0\0", "latin1"), size, body, mp3({ tagged: false })]);
}

export function matroska(megabytes: number): Buffer {
  const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x86, 0x81, 1, 0x18, 0x53, 0x80, 0x67, 0x01]);
  const unknown = Buffer.alloc(7, 0xff);
  return Buffer.concat([head, unknown, Buffer.alloc(megabytes * MB, Buffer.from([0xec, 0x81, 0]))]);
}

/** An EPUB with a package document of this size, of small elements. */
export function bigPackage(megabytes: number): Buffer {
  const items = Array.from({ length: (megabytes * MB) / 40 }, (_, i) => `<item id="i${i}" href="${i}.xhtml"/>`);
  const data = `<package version="3.0"><metadata/><manifest>${items.join("\n")}</manifest></package>`;
  return zip([MIMETYPE, CONTAINER, { name: "OEBPS/content.opf", data, stored: true }]);
}

export function noFrames(megabytes: number): Buffer {
  return Buffer.alloc(megabytes * MB, 0x11);
}
