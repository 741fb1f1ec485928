import fresh from "fresh";

import { readByteRange } from "#contract/byte-range.ts";

/** `etag` has no quotes. `bucketUrl` is set if the file is in the bucket. */
export type OutgoingFile = {
  path: string;
  size: number;
  etag: string;
  headers: Record<string, string>;
  bucketUrl?: string | null;
};

/** Content-Length for HEAD, for which Elysia would read the whole file. */
export const headLengths = new WeakMap<Request, number>();

/** GET redirects to a file in the bucket. HEAD doesn't, so that pages can show why a download would fail. */
export function fileResponse(
  request: Request,
  { path, size, etag, headers, bucketUrl: address }: OutgoingFile,
): Response {
  const file = Bun.file(path);
  const tag = `"${etag}"`;
  const commonHeaders = { ...headers, ETag: tag, "Accept-Ranges": "bytes" };
  if (isNotModified(request, tag)) return new Response(null, { status: 304, headers: commonHeaders });
  if (request.method === "HEAD") {
    headLengths.set(request, size);
    return new Response(null, { headers: commonHeaders });
  }
  if (address) return new Response(null, { status: 302, headers: { Location: address, "Cache-Control": "no-store" } });
  const createBody = (range?: Range) => (range ? file.slice(range.start, range.end + 1) : file);
  return rangeResponse(request, { size, etag: tag, headers, open: createBody });
}

export function textResponse(request: Request, text: string, headers: Record<string, string>): Response {
  if (request.method !== "HEAD") return new Response(text, { headers });
  headLengths.set(request, Buffer.byteLength(text));
  return new Response(null, { headers });
}

type Range = { start: number; end: number };
type RangeOptions = {
  size: number;
  etag: string;
  headers: Record<string, string>;
  open: (range?: Range) => Blob | ReadableStream<Uint8Array>;
};

export function rangeResponse(request: Request, { size, etag: tag, headers, open }: RangeOptions): Response {
  const commonHeaders = { ...headers, ETag: tag, "Accept-Ranges": "bytes" };
  const range = isRangeAllowed(request, tag) ? readByteRange(request.headers.get("range"), size) : null;
  if (range === "unsatisfiable")
    return Response.json(
      { message: "The requested range is beyond the end of the file." },
      { status: 416, headers: { "Content-Range": `bytes */${size}`, "Accept-Ranges": "bytes", ETag: tag } },
    );
  if (!range) return new Response(open(), { headers: { ...commonHeaders, "Content-Length": String(size) } });
  const { start, end } = range;
  return new Response(open(range), {
    status: 206,
    headers: {
      ...commonHeaders,
      "Content-Range": `bytes ${start}-${end}/${size}`,
      "Content-Length": String(end - start + 1),
    },
  });
}

/** If-Range must have the same ETag; a date is never strong enough. */
function isRangeAllowed(request: Request, tag: string): boolean {
  const condition = request.headers.get("if-range");
  return request.method === "GET" && (condition === null || condition.trim() === tag);
}

export function isNotModified({ headers }: Request, etag: string): boolean {
  const [noneMatch, cacheControl] = [headers.get("if-none-match"), headers.get("cache-control")];
  return fresh({ "if-none-match": noneMatch ?? "", "cache-control": cacheControl ?? "" }, { etag });
}
