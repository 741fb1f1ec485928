import { constants, crc32, deflateRawSync } from "node:zlib";

/** An entry of a ZIP file; the last fields let a test lie. `unixMode` is the whole st_mode. */
export type ZipEntry = {
  name: string;
  data?: string | Uint8Array;
  stored?: boolean;
  /** The packed bytes, regardless of `data`. */
  packed?: Buffer;
  encrypted?: boolean;
  unixMode?: number;
  /** Size in the directory, in bytes. */
  claimedSize?: number;
  /** Shares the bytes of the entry at this index, as in overlapping ZIP bombs. */
  sameBytesAs?: number;
};

export function zip(entries: readonly ZipEntry[]): Buffer {
  const localParts: Buffer[] = [];
  const centralParts: Buffer[] = [];
  const entriesWritten: { offset: number; packed: Buffer; crc: number; size: number }[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? "");
    const shared = entry.sameBytesAs === undefined ? undefined : entriesWritten[entry.sameBytesAs];
    const packed = shared?.packed ?? entry.packed ?? (entry.stored ? data : deflateRawSync(data));
    const entryFacts = shared ?? { offset, packed, crc: crc32(data), size: entry.claimedSize ?? data.length };
    const header = fields(entry, entryFacts);
    const name = Buffer.from(entry.name);
    if (!shared) {
      const record = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), header, name, packed]);
      localParts.push(record);
      offset += record.length;
    }
    const trailer = Buffer.alloc(14);
    trailer.writeUInt32LE(((entry.unixMode ?? 0o100644) << 16) >>> 0, 6);
    trailer.writeUInt32LE(entryFacts.offset, 10);
    centralParts.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), header, trailer, name);
    entriesWritten.push(entryFacts);
  }
  const directory = Buffer.concat(centralParts);
  return Buffer.concat([...localParts, directory, endOf(entries.length, directory.length, offset)]);
}

/** So many MiB of zeros, compressed a thousandfold (RFC 1951). */
export function packedZeros(mebibytes: number): Buffer {
  const zerosBlock = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
  const endBlock = Buffer.from([3, 0]);
  return Buffer.concat([...Array.from({ length: mebibytes }, () => zerosBlock), endBlock]);
}

/** The end record; ZIP64's if there are too many entries for the short one. */
function endOf(entries: number, length: number, offset: number): Buffer {
  const isLong = entries > 0xffff;
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(isLong ? 0xffff : entries, 8);
  end.writeUInt16LE(isLong ? 0xffff : entries, 10);
  end.writeUInt32LE(isLong ? 0xffffffff : length, 12);
  end.writeUInt32LE(isLong ? 0xffffffff : offset, 16);
  if (!isLong) return end;
  const zip64End = Buffer.alloc(56);
  zip64End.write("PK\x06\x06", 0, "latin1");
  zip64End.writeUInt32LE(44, 4);
  zip64End.writeUInt16LE(45, 12);
  zip64End.writeUInt16LE(45, 14);
  zip64End.writeUInt32LE(entries, 24);
  zip64End.writeUInt32LE(entries, 32);
  zip64End.writeUInt32LE(length, 40);
  zip64End.writeUInt32LE(offset, 48);
  const locator = Buffer.alloc(20);
  locator.write("PK\x06\x07", 0, "latin1");
  locator.writeUInt32LE(offset + length, 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([zip64End, locator, end]);
}

function fields(entry: ZipEntry, entryFacts: { packed: Buffer; crc: number; size: number }): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800 | (entry.encrypted ? 1 : 0), 2);
  header.writeUInt16LE(entry.stored ? 0 : 8, 4);
  header.writeUInt32LE(entryFacts.crc, 10);
  header.writeUInt32LE(entryFacts.packed.length, 14);
  header.writeUInt32LE(entryFacts.size, 18);
  header.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return header;
}
