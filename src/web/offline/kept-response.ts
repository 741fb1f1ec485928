import { type ByteRange, readByteRange } from "#contract/byte-range.ts";

import {
  isSameFile,
  type KeptFile,
  PIECE_BYTES,
  pieceAddress,
  readKept,
  SOUND_CACHE,
  takeBackKept,
} from "./kept-book.ts";

/** Which file an address of the player means, below '/kept/audiobook/' or '/api/download/audiobook/'. */
export function fileOf(address: string): KeptFile {
  const { pathname, searchParams } = new URL(address);
  return { bookId: Number(pathname.split("/").at(-1)), version: searchParams.get("v") ?? "" };
}

/** Answers a player as the club's server would: whole, or the range that it asks for. 404 for what is not kept whole. */
export async function keptResponse(storage: CacheStorage, file: KeptFile, range: string | null): Promise<Response> {
  const kept = await readKept(storage);
  if (!kept || !isSameFile(kept, file)) return new Response(null, { status: 404 });
  const { size, type } = kept;
  const wanted = readByteRange(range, size);
  const headers = { "Content-Type": type, "Accept-Ranges": "bytes", "Cache-Control": "no-store" };
  if (wanted === "unsatisfiable")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  const { start, end } = wanted ?? { start: 0, end: size - 1 };
  const cache = await storage.open(SOUND_CACHE);
  const body = pieces(cache, { file, start, end, onMissing: () => takeBackKept(storage, kept) });
  const length = { ...headers, "Content-Length": String(end - start + 1) };
  if (!wanted) return new Response(body, { headers: length });
  return new Response(body, { status: 206, headers: { ...length, "Content-Range": `bytes ${start}-${end}/${size}` } });
}

type Wanted = ByteRange & { file: KeptFile; onMissing: () => Promise<void> };

/** The bytes from `start` to `end`, one stored piece after the other as the player takes them. */
function pieces(cache: Cache, { file, start, end, onMissing }: Wanted) {
  let next = start;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const piece = Math.floor(next / PIECE_BYTES);
      const stored = await cache.match(pieceAddress(file, piece));
      const offset = piece * PIECE_BYTES;
      const part = (await stored?.blob())?.slice(next - offset, end - offset + 1);
      if (!part?.size) {
        // the player asks anew, and then gets the club's server
        await onMissing();
        return controller.error(new Error(`Piece ${piece} of the kept audiobook is gone`));
      }
      controller.enqueue(new Uint8Array(await part.arrayBuffer()));
      next += part.size;
      if (next > end) controller.close();
    },
  });
}
