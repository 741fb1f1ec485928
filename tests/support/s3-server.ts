import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";

import { readByteRange } from "#contract/byte-range.ts";

const S3_ACCOUNT = { accessKeyId: "AKIACLUB", secretAccessKey: "club-secret", region: "us-east-1" };

const SKEW_MAX_MS = 15 * 60 * 1000;
const UNSIGNED = "UNSIGNED-PAYLOAD";
const { region, ...credentials } = S3_ACCOUNT;
const signer = new SignatureV4({ service: "s3", region, credentials, sha256: Sha256, uriEscapePath: false });

/** Recomputes the signature in a request's header or URL (Signature Version 4). @returns an error code, or null */
async function findSignatureError(
  { method, url, headers }: Request,
  body: Uint8Array,
  { now, signedSince }: { now: Date; signedSince: number },
): Promise<string | null> {
  const { protocol, hostname, pathname: path, searchParams } = new URL(url);
  const credentialPart = (name: string) =>
    searchParams.get(`X-Amz-${name}`) ??
    new RegExp(`\\b${name}=([^, ]+)`).exec(headers.get("authorization") ?? "")?.[1] ??
    "";
  const [accessKeyId, , signedRegion] = credentialPart("Credential").split("/");
  if (accessKeyId === "") return "AccessDenied";
  if (accessKeyId !== S3_ACCOUNT.accessKeyId) return "InvalidAccessKeyId";
  if (signedRegion !== region) return "AuthorizationHeaderMalformed";
  const signedAt = timeOf(headers.get("x-amz-date") ?? credentialPart("Date"));
  const age = now.getTime() - signedAt;
  const expires = searchParams.get("X-Amz-Expires");
  if (expires !== null && (age > Number(expires) * 1000 || signedAt < signedSince)) return "AccessDenied";
  if (expires === null && Math.abs(age) > SKEW_MAX_MS) return "RequestTimeTooSkewed";
  const payload = headers.get("x-amz-content-sha256") ?? UNSIGNED;
  if (payload !== UNSIGNED && payload !== new Bun.CryptoHasher("sha256").update(body).digest("hex"))
    return "XAmzContentSHA256Mismatch";
  const signature = credentialPart("Signature");
  searchParams.delete("X-Amz-Signature");
  const input = { ...Object.fromEntries(headers), "x-amz-content-sha256": payload };
  const names = credentialPart("SignedHeaders").split(";");
  const unsignableHeaders = new Set(["x-amz-date", ...Object.keys(input)].filter((name) => !names.includes(name)));
  const expected = await signer.sign(
    { method, protocol, hostname, path, query: Object.fromEntries(searchParams), headers: input },
    { signingDate: new Date(signedAt), unsignableHeaders },
  );
  return expected.headers["authorization"]?.endsWith(`Signature=${signature}`) ? null : "SignatureDoesNotMatch";
}

/** Parses 20261122T101500Z. */
function timeOf(amzDate: string): number {
  return Date.parse(amzDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}

/** The server's fault, if any. */
export type S3Trouble = "slow" | "silent" | "full" | "broken" | "forgetful" | "denied" | "gone" | null;

const BUCKET = "club";

/** A small S3 service: checks signatures, stores one bucket in memory, and can be made to fail. */
export function startS3Server({ now = () => new Date() } = {}) {
  const objects = new Map<string, Uint8Array>();
  const writtenAt = new Map<string, Date>();
  let servedBytes = 0;
  let cors: string | null = null;
  let signedSince = 0;
  const parts = new Map<string, Map<number, Uint8Array>>();
  let trouble: S3Trouble = null;
  let uploads = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    maxRequestBodySize: 1e9,
    fetch: async (request) => {
      const response = await respond(request);
      if (cors !== null && request.headers.get("origin") === cors) {
        response.headers.set("access-control-allow-origin", cors);
        response.headers.set("access-control-expose-headers", "Content-Range");
      }
      return response;
    },
  });

  const respond = async (request: Request): Promise<Response> => {
    if (request.method === "OPTIONS") {
      const headers = { "access-control-allow-methods": "GET", "access-control-allow-headers": "Range" };
      return new Response(null, { status: cors === null ? 403 : 200, headers });
    }
    const body = await request.bytes();
    if (trouble === "slow") await Bun.sleep(300);
    if (trouble === "silent") await new Promise(() => {});
    if (trouble === "broken") return errorResponse(500, "InternalError");
    const signatureError = await findSignatureError(request, body, { now: now(), signedSince });
    if (signatureError) return errorResponse(403, signatureError);
    const url = new URL(request.url);
    const [, name = "", ...keyParts] = url.pathname.split("/");
    if (name !== BUCKET || trouble === "gone") return errorResponse(404, "NoSuchBucket");
    const key = decodeURIComponent(keyParts.join("/"));
    if (key === "") return list(url.searchParams);
    if (request.method === "PUT" && trouble === "full") return errorResponse(403, "QuotaExceeded");
    if (request.method === "PUT" && trouble === "denied") return errorResponse(403, "AccessDenied");
    return answer(request, url.searchParams, key, body);
  };

  const answer = (request: Request, query: URLSearchParams, key: string, body: Uint8Array): Response => {
    const uploadId = query.get("uploadId");
    if (request.method === "POST" && query.has("uploads")) {
      uploads += 1;
      parts.set(String(uploads), new Map());
      return xml(`<InitiateMultipartUploadResult><UploadId>${uploads}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (uploadId !== null) return multipart(request.method, query, { key, uploadId, body });
    if (request.method === "PUT") {
      storeObject(key, body);
      return new Response(null, { headers: { etag: '"e"' } });
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return new Response(null, { status: 204 });
    }
    const bytes = objects.get(key);
    return bytes ? send(request, query, bytes) : errorResponse(404, "NoSuchKey");
  };

  const send = (request: Request, query: URLSearchParams, object: Uint8Array): Response => {
    const range = readByteRange(request.headers.get("range"), object.length);
    if (range === "unsatisfiable") return errorResponse(416, "InvalidRange");
    const { start, end } = range ?? { start: 0, end: object.length - 1 };
    const headers = new Headers({ etag: '"e"', "accept-ranges": "bytes" });
    for (const name of ["content-type", "content-disposition"]) {
      const override = query.get(`response-${name}`);
      if (override !== null) headers.set(name, override);
    }
    if (range) headers.set("content-range", `bytes ${start}-${end}/${object.length}`);
    if (request.method === "HEAD") {
      headers.set("content-length", String(end + 1 - start));
      return new Response(null, { headers });
    }
    servedBytes += end + 1 - start;
    return new Response(new Uint8Array(object.subarray(start, end + 1)), { status: range ? 206 : 200, headers });
  };

  const multipart = (
    method: string,
    query: URLSearchParams,
    { key, uploadId, body }: { key: string; uploadId: string; body: Uint8Array },
  ): Response => {
    const chunks = parts.get(uploadId);
    if (!chunks) return errorResponse(404, "NoSuchUpload");
    if (method === "PUT") {
      chunks.set(Number(query.get("partNumber")), body);
      return new Response(null, { headers: { etag: `"p${query.get("partNumber")}"` } });
    }
    parts.delete(uploadId);
    if (method === "DELETE") return new Response(null, { status: 204 });
    const orderedChunks = [...chunks].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
    storeObject(key, Buffer.concat(orderedChunks));
    return xml(`<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"e"</ETag></CompleteMultipartUploadResult>`);
  };

  const storeObject = (key: string, body: Uint8Array) => {
    objects.set(key, trouble === "forgetful" ? body.subarray(0, body.length / 2) : body);
    writtenAt.set(key, now());
  };

  const list = (query: URLSearchParams): Response => {
    const [prefix, startAfter] = [query.get("prefix") ?? "", query.get("start-after") ?? ""];
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > startAfter).toSorted();
    const page = keys.slice(0, 2);
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size><LastModified>${(writtenAt.get(key) ?? now()).toISOString()}</LastModified></Contents>`,
    );
    return xml(
      `<ListBucketResult><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${keys.length > page.length}</IsTruncated>${contents.join("")}</ListBucketResult>`,
    );
  };

  return {
    objects,
    url: `http://127.0.0.1:${server.port}`,
    /** Adds a CORS rule for an origin, or removes it; by default there is none. */
    allow: (origin: string | null) => void (cors = origin),
    /** Expires every address signed before this second. */
    expire: () => void (signedSince = Math.floor(Date.now() / 1000) * 1000),
    served: () => servedBytes,
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: S3_ACCOUNT.region,
      S3_ACCESS_KEY_ID: S3_ACCOUNT.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_ACCOUNT.secretAccessKey,
    },
    make: (newTrouble: S3Trouble) => {
      trouble = newTrouble;
    },
    stop: () => server.stop(true),
  };
}

function xml(text: string): Response {
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    headers: { "content-type": "application/xml" },
  });
}

function errorResponse(status: number, code: string): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return new Response(body, { status, headers: { "content-type": "application/xml" } });
}
