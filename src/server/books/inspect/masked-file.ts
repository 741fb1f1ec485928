import { type FileHandle, open } from "node:fs/promises";

import { AbstractTokenizer, EndOfStreamError, type IRandomAccessTokenizer } from "strtok3";

import { readBoxes, readIndex } from "./mp4-boxes.ts";

/** Tables with an entry per frame or chunk. */
const TABLES = new Set(["stsz", "stz2", "stco", "co64", "stsc", "stts"]);
const IGNORED = Buffer.from("free");

/** Renames sample tables `free`, which parsers skip: 25 hours would cost 110 MB. The caller closes it. */
export async function openMasked(path: string, mimeType: string): Promise<IRandomAccessTokenizer> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return new MaskedFile(handle, { size, mimeType }, await findMasks(handle, size));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

type ReadOptions = Parameters<IRandomAccessTokenizer["readBuffer"]>[1];

class MaskedFile extends AbstractTokenizer implements IRandomAccessTokenizer {
  readonly fileInfo: { size: number; mimeType: string };
  readonly #handle: FileHandle;
  readonly #masks: readonly number[];

  constructor(handle: FileHandle, fileInfo: MaskedFile["fileInfo"], masks: readonly number[]) {
    super();
    this.fileInfo = fileInfo;
    this.#handle = handle;
    this.#masks = masks;
  }

  async peekBuffer(bytes: Uint8Array, options?: ReadOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(bytes, options);
    let done = 0;
    while (done < length) {
      const { bytesRead } = await this.#handle.read(bytes, done, length - done, position + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    if (done < length && !mayBeLess) throw new EndOfStreamError();
    for (const mask of this.#masks)
      for (const [index, letter] of IGNORED.entries()) {
        const at = mask + index - position;
        if (at >= 0 && at < done) bytes[at] = letter;
      }
    return done;
  }

  async readBuffer(bytes: Uint8Array, options?: ReadOptions): Promise<number> {
    const { position } = this.normalizeOptions(bytes, options);
    const done = await this.peekBuffer(bytes, options);
    this.position = position + done;
    return done;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  supportsRandomAccess(): true {
    return true;
  }

  protected override async closeOnce(): Promise<void> {
    await this.#handle.close();
    await super.closeOnce();
  }
}

/** Positions of the table types; none in a file that isn't MP4. */
async function findMasks(handle: FileHandle, size: number): Promise<number[]> {
  const index = (await readBoxes(handle, 0, size))?.find(({ type }) => type === "moov");
  const boxes = index && (await readIndex(handle, index));
  if (!boxes) return [];
  const sound = new Set<number>();
  const handler = Buffer.alloc(4);
  for (const { type, offset, header, track } of boxes) {
    if (type !== "hdlr") continue;
    await handle.read(handler, 0, 4, offset + header + 8);
    if (handler.toString("latin1") === "soun") sound.add(track);
  }
  return boxes.filter(({ type, track }) => sound.has(track) && TABLES.has(type)).map(({ offset }) => offset + 4);
}
