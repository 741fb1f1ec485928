import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a ZIP file; the last fields let a test lie. `unixMode` is the whole st_mode. */
export type ZipEntry = {
  name: string;
  data?: string | Uint8Array;
  stored?: boolean;
  encrypted?: boolean;
  unixMode?: number;
  /** Size that the directory claims, in bytes. */
  claimedSize?: number;
  /** Reuses the bytes of the entry at this index, as overlapping bombs do. */
  sameBytesAs?: number;
};

/** Writes a ZIP file as bytes, in the order of `entries`. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  const written: { offset: number; packed: Buffer; crc: number; size: number }[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = Buffer.from(entry.data ?? "");
    const shared = entry.sameBytesAs === undefined ? undefined : written[entry.sameBytesAs];
    const packed = shared?.packed ?? (entry.stored ? data : deflateRawSync(data));
    const facts = shared ?? { offset, packed, crc: crc32(data), size: entry.claimedSize ?? data.length };
    const header = fields(entry, facts);
    const name = Buffer.from(entry.name);
    if (!shared) {
      const record = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), header, name, packed]);
      local.push(record);
      offset += record.length;
    }
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.unixMode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(facts.offset, 10);
    central.push(Buffer.from("PK\x01\x02\x14\x03", "latin1"), header, tail, name);
    written.push(facts);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

function fields(entry: ZipEntry, facts: { packed: Buffer; crc: number; size: number }): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800 | (entry.encrypted ? 1 : 0), 2);
  header.writeUInt16LE(entry.stored ? 0 : 8, 4);
  header.writeUInt32LE(facts.crc, 10);
  header.writeUInt32LE(facts.packed.length, 14);
  header.writeUInt32LE(facts.size, 18);
  header.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return header;
}
