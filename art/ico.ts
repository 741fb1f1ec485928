const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/**
 * An ICO file of square PNGs (at most 256 pixels wide), for clients without support for SVG icons. Reads the width from
 * byte 16 of each PNG.
 */
export function createIco(pngs: readonly Uint8Array[]): Uint8Array {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES + ENTRY_BYTES * pngs.length));
  header.setUint16(2, 1, true); // an icon, not a cursor
  header.setUint16(4, pngs.length, true);
  let offset = header.byteLength;
  for (const [i, png] of pngs.entries()) {
    const side = new DataView(png.buffer, png.byteOffset).getUint32(16) % 256; // 0 means 256
    const entryOffset = HEADER_BYTES + ENTRY_BYTES * i;
    header.setUint8(entryOffset, side);
    header.setUint8(entryOffset + 1, side);
    header.setUint16(entryOffset + 4, 1, true); // color planes
    header.setUint16(entryOffset + 6, 32, true); // bits per pixel
    header.setUint32(entryOffset + 8, png.length, true);
    header.setUint32(entryOffset + 12, offset, true);
    offset += png.length;
  }
  return Buffer.concat([new Uint8Array(header.buffer), ...pngs]);
}
