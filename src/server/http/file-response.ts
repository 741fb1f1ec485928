import fresh from "fresh";

import { readByteRange } from "#contract/byte-range.ts";

/** `etag` is opaque and changes with the content. `address`: where it is instead of here. */
export type OutgoingFile = {
  path: string;
  size: number;
  etag: string;
  headers: Record<string, string>;
  address?: string | null;
};

/** Content-Length of answers to HEAD: Elysia would read the whole file to count its bytes. */
export const headLengths = new WeakMap<Request, number>();

/**
 * Answers GET and HEAD for a file: 200, 206, 304 or 416 (RFC 9110, 13 and 14). Bun opens it when the answer starts, so
 * a replaced file is read to its end by those who began. GET for a file elsewhere is a redirect; HEAD is answered here,
 * so that pages can say why it won't come.
 */
export function fileResponse(request: Request, { path, size, etag, headers, address }: OutgoingFile): Response {
  const file = Bun.file(path);
  const tag = `"${etag}"`;
  const common = { ...headers, ETag: tag, "Accept-Ranges": "bytes" };
  if (isNotModified(request, tag)) return new Response(null, { status: 304, headers: common });
  if (request.method === "HEAD") {
    headLengths.set(request, size);
    return new Response(null, { headers: common });
  }
  if (address) return new Response(null, { status: 302, headers: { Location: address, "Cache-Control": "no-store" } });
  const open = (range?: Range) => (range ? file.slice(range.start, range.end + 1) : file);
  return rangeResponse(request, { size, etag: tag, headers, open });
}

/** Answers GET and HEAD with a text. */
export function textResponse(request: Request, text: string, headers: Record<string, string>): Response {
  if (request.method !== "HEAD") return new Response(text, { headers });
  headLengths.set(request, Buffer.byteLength(text));
  return new Response(null, { headers });
}

type Range = { start: number; end: number };
type Ranged = {
  size: number;
  /** In quotes. */
  etag: string;
  headers: Record<string, string>;
  /** The bytes of a range, its end included, or all. */
  open: (range?: Range) => Blob | ReadableStream<Uint8Array>;
};

/** Answers GET with all of it, the range asked for, or 416. */
export function rangeResponse(request: Request, { size, etag: tag, headers, open }: Ranged): Response {
  const common = { ...headers, ETag: tag, "Accept-Ranges": "bytes" };
  const wanted = isRangeAllowed(request, tag) ? readByteRange(request.headers.get("range"), size) : null;
  if (wanted === "unsatisfiable")
    return Response.json(
      { message: "The requested range is beyond the end of the file." },
      { status: 416, headers: { "Content-Range": `bytes */${size}`, "Accept-Ranges": "bytes", ETag: tag } },
    );
  if (!wanted) return new Response(open(), { headers: { ...common, "Content-Length": String(size) } });
  const { start, end } = wanted;
  return new Response(open(wanted), {
    status: 206,
    headers: {
      ...common,
      "Content-Range": `bytes ${start}-${end}/${size}`,
      "Content-Length": String(end - start + 1),
    },
  });
}

/** Range counts on GET only, with If-Range only for the same bytes; a date is never strong enough. */
function isRangeAllowed(request: Request, tag: string): boolean {
  const condition = request.headers.get("if-range");
  return request.method === "GET" && (condition === null || condition.trim() === tag);
}

/** Whether the caller already has this content (304). */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const [noneMatch, cacheControl] = [headers.get("if-none-match"), headers.get("cache-control")];
  return fresh({ "if-none-match": noneMatch ?? "", "cache-control": cacheControl ?? "" }, { etag });
}
