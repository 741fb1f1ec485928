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
  const wanted = readRange(range, size);
  const headers = { "Content-Type": type, "Accept-Ranges": "bytes", "Cache-Control": "no-store" };
  if (wanted === "outside")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  const { first, last } = wanted ?? { first: 0, last: size - 1 };
  const cache = await storage.open(SOUND_CACHE);
  const body = pieces(cache, { file, first, last, onMissing: () => takeBackKept(storage, kept) });
  const length = { ...headers, "Content-Length": String(last - first + 1) };
  if (!wanted) return new Response(body, { headers: length });
  return new Response(body, { status: 206, headers: { ...length, "Content-Range": `bytes ${first}-${last}/${size}` } });
}

/** The one range of a Range header; null for none, and for what a server is to ignore (RFC 9110, 14). */
export function readRange(header: string | null, size: number): { first: number; last: number } | "outside" | null {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? "");
  const [from = "", to = ""] = match?.slice(1) ?? [];
  if (!match || (from === "" && to === "")) return null;
  if (from !== "" && to !== "" && BigInt(to) < BigInt(from)) return null;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last ? "outside" : { first, last };
}

type Wanted = { file: KeptFile; first: number; last: number; onMissing: () => Promise<void> };

/** The bytes from `first` to `last`, one stored piece after the other as the player takes them. */
function pieces(cache: Cache, { file, first, last, onMissing }: Wanted) {
  let next = first;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const piece = Math.floor(next / PIECE_BYTES);
      const stored = await cache.match(pieceAddress(file, piece));
      const start = piece * PIECE_BYTES;
      const part = (await stored?.blob())?.slice(next - start, last - start + 1);
      if (!part?.size) {
        // the player asks anew, and then gets the club's server
        await onMissing();
        return controller.error(new Error(`Piece ${piece} of the kept audiobook is gone`));
      }
      controller.enqueue(new Uint8Array(await part.arrayBuffer()));
      next += part.size;
      if (next > last) controller.close();
    },
  });
}
