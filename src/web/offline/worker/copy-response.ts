import { type ByteRange, readByteRange } from "#contract/byte-range.ts";
import {
  type AudioFile,
  chunkUrl,
  COPY_CACHE,
  COPY_CHUNK_BYTES,
  isSameAudioFile,
  markPartial,
  type OfflineCopy,
  readCopy,
} from "#web/offline/copy/copy.ts";
import { readWithTimeout } from "#web/offline/storage-timeouts.ts";

export function audioFileOf(url: string): AudioFile {
  const { pathname, searchParams } = new URL(url);
  return { bookId: Number(pathname.split("/").at(-1)), version: searchParams.get("v") ?? "" };
}

export async function copyResponse(file: AudioFile, range: string | null): Promise<Response> {
  const copy = await readCopy();
  if (!copy || !isSameAudioFile(copy, file)) return new Response(null, { status: 404 });
  const cache = await readWithTimeout(caches.open(COPY_CACHE));
  return rangeResponse(copy, range, (start, end) => createChunkStream(cache, copy, { start, end }));
}

type CreateBody = (start: number, end: number) => BodyInit;

/** Responds as the server does: whole, or with a range. */
export function rangeResponse(
  { size, type }: { size: number; type: string },
  range: string | null,
  createBody: CreateBody,
) {
  const requestedRange = readByteRange(range, size);
  const headers = { "Content-Type": type, "Accept-Ranges": "bytes", "Cache-Control": "no-store" };
  if (requestedRange === "unsatisfiable")
    return new Response(null, { status: 416, headers: { ...headers, "Content-Range": `bytes */${size}` } });
  const { start, end } = requestedRange ?? { start: 0, end: size - 1 };
  const length = { ...headers, "Content-Length": String(end - start + 1) };
  if (!requestedRange) return new Response(createBody(start, end), { headers: length });
  const partialHeaders = { ...length, "Content-Range": `bytes ${start}-${end}/${size}` };
  return new Response(createBody(start, end), { status: 206, headers: partialHeaders });
}

function createChunkStream(cache: Cache, copy: OfflineCopy, { start, end }: ByteRange) {
  let next = start;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const chunk = Math.floor(next / COPY_CHUNK_BYTES);
      const storedChunk = await readWithTimeout(cache.match(chunkUrl(copy, chunk)).then((found) => found?.blob()));
      const offset = chunk * COPY_CHUNK_BYTES;
      const part = storedChunk?.slice(next - offset, end - offset + 1);
      if (!part?.size) {
        await markPartial(copy);
        return controller.error(new Error(`Chunk ${chunk} of the offline copy is missing`));
      }
      controller.enqueue(new Uint8Array(await part.arrayBuffer()));
      next += part.size;
      if (next > end) controller.close();
    },
  });
}
