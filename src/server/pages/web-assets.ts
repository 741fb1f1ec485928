import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import Negotiator from "negotiator";

import { memoizeAsync } from "#server/adapters/memoize-async.ts";
import { AppError } from "#server/errors.ts";
import { isNotModified } from "#server/http/file-response.ts";
import { PERMISSIONS_POLICY } from "#server/http/security-headers.ts";

import type { Rewrite } from "./club-assets.ts";
import { type CallRoutes, createMemberPages } from "./member-page.ts";
import { FIRST_STYLES, type PageVariants } from "./page-variants.ts";

export type WebAssets = {
  fetch: (request: Request, callRoutes?: CallRoutes) => Response | Promise<Response>;
  styles?: string | null;
};

type Content = string | Uint8Array<ArrayBuffer>;

/** Smallest first. */
const ENCODINGS = ["br", "gzip"] as const;
type Encoding = (typeof ENCODINGS)[number];
/** The best quality takes 30 times as long, too much for each request. */
const BROTLI_QUALITY = { page: 4, file: 11 } as const;

type Asset = {
  type: string;
  encodings: readonly Encoding[];
  body: (encoding: Encoding | undefined) => Blob | Promise<Blob>;
};

const INDEX_PATH = "/index.html";
/** The build's parts of page variants, which aren't served. */
const PARTS_FOLDER = "/parts";
const YEAR_SECONDS = 31_536_000;
const WEEK_SECONDS = 604_800;

/** Lists `root` once, so that no path reaches other files. @throws AppError not-found, malformed */
export function createWebAssets(
  root: string,
  rewrites: Readonly<Record<string, Rewrite>> = {},
  variants?: PageVariants,
): WebAssets {
  const assets = readAssets(root, rewrites);
  const pages =
    variants && assets.has(INDEX_PATH) ? createPageVariantAssets(root, rewrites[INDEX_PATH], variants) : undefined;
  const memberPages = createMemberPages(join(root, PARTS_FOLDER, "page-links.json"));
  const tags = new Map<Blob, () => Promise<string>>();

  const getETag = (body: Blob): Promise<string> => {
    const createTag = tags.get(body) ?? memoizeAsync(() => createETag(body));
    tags.set(body, createTag);
    return createTag();
  };

  const stylesPath = join(root, PARTS_FOLDER, FIRST_STYLES);
  return {
    styles: existsSync(stylesPath) ? readFileSync(stylesPath, "utf8") : null,
    fetch: async (request, callRoutes) => {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return Response.json(
          { message: "Pages only support GET and HEAD." },
          { status: 405, headers: { allow: "GET, HEAD" } },
        );
      }
      const address = findPath(decodePathOf(request.url), assets);
      const isPage = pages !== undefined && address === INDEX_PATH;
      const asset = isPage ? pages(request) : assets.get(address);
      if (!asset) throw fileNotFoundError();

      const { encodings } = asset;
      const encoding = negotiateEncoding(request, encodings);
      const isMemberPage = isPage && variants?.isForMember(request) === true;
      const html = isMemberPage ? await (await asset.body(undefined)).text() : "";
      const memberHtml = isMemberPage && callRoutes ? await memberPages(request, html, callRoutes) : null;
      if (memberHtml !== null) return sendPage(request, memberHtml, encoding);
      const body = await asset.body(encoding);
      const tag = await getETag(body);
      const headers = new Headers({
        etag: tag,
        "cache-control": isPage ? "private, no-cache" : cacheControl(address),
        // proxies store the one of a 304
        "content-type": asset.type,
      });
      if (encodings.length > 0) headers.set("vary", isPage ? "Accept-Encoding, Cookie" : "Accept-Encoding");
      if (asset.type.startsWith("text/html")) headers.set("permissions-policy", PERMISSIONS_POLICY);
      if (isNotModified(request, tag)) return new Response(null, { status: 304, headers });

      if (encoding) headers.set("content-encoding", encoding);
      if (request.method === "GET") return new Response(body, { headers });
      headers.set("content-length", String(body.size));
      return new Response(null, { headers });
    },
  };
}

/** Only the member's own service worker may store it. */
async function sendPage(request: Request, html: string, encoding: Encoding | undefined): Promise<Response> {
  const headers = new Headers({
    "cache-control": "private, no-store",
    "content-type": "text/html;charset=utf-8",
    "permissions-policy": PERMISSIONS_POLICY,
    vary: "Accept-Encoding, Cookie",
    ...(encoding && { "content-encoding": encoding }),
  });
  const body = encoding ? await compress(encoding, html, BROTLI_QUALITY.page) : html;
  return new Response(request.method === "GET" ? body : null, { headers });
}

/** Imports zlib when called, because it delays startup. */
async function compress(encoding: Encoding, text: Content, quality: number): Promise<Content> {
  if (encoding === "gzip") return Bun.gzipSync(text);
  const { brotliCompressSync, constants } = await import("node:zlib");
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

function readAssets(root: string, rewrites: Readonly<Record<string, Rewrite>>): Map<string, Asset> {
  if (!existsSync(root)) return new Map();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const servedEntries = entries.filter(
    (entry) => entry.isFile() && !entry.name.startsWith(".") && entry.parentPath !== join(root, PARTS_FOLDER),
  );
  return new Map(
    servedEntries.map(({ parentPath, name }): [string, Asset] => {
      const file = join(parentPath, name.replace(/\.br$/, ""));
      const address = file.slice(root.length).replaceAll("\\", "/");
      const rewrite = rewrites[address];
      if (name.endsWith(".br")) return [address, compressedAsset(file)];
      if (rewrite) return [address, rewrittenAsset(file, rewrite)];
      // one blob for all requests, because it is the key of the cached ETag
      const body = Bun.file(file);
      return [address, { type: typeOf(file), encodings: [], body: () => body }];
    }),
  );
}

function compressedAsset(file: string): Asset {
  const compressedFile = Bun.file(`${file}.br`);
  const decompress = async () => (await import("node:zlib")).brotliDecompressSync(await compressedFile.bytes());
  return textAsset(typeOf(file), decompress, compressedFile);
}

function rewrittenAsset(file: string, rewrite: Rewrite): Asset {
  const text = rewrite(readFileSync(file, "utf8"));
  return textAsset(typeOf(file), () => text);
}

/** Compresses when first requested, because brotli would delay startup. */
function textAsset(type: string, read: () => Content | Promise<Content>, smallestBody?: Blob): Asset {
  const createBlob = async (encoding: Encoding | undefined) => {
    const text = await read();
    return new Blob([encoding ? await compress(encoding, text, BROTLI_QUALITY.file) : text]);
  };
  const plainBody = memoizeAsync(() => createBlob(undefined));
  const encodedBodies = {
    br: memoizeAsync(async () => smallestBody ?? createBlob("br")),
    gzip: memoizeAsync(() => createBlob("gzip")),
  };
  return { type, encodings: ENCODINGS, body: (encoding) => (encoding ? encodedBodies[encoding]() : plainBody()) };
}

function typeOf(file: string): string {
  const { type } = Bun.file(file);
  return /xml|json/.test(type) && !type.includes("charset") ? `${type};charset=utf-8` : type;
}

function createPageVariantAssets(
  root: string,
  rewrite: Rewrite | undefined,
  variants: PageVariants,
): (request: Request) => Asset {
  const assets = new Map<string, Asset>();
  const part = (name: string) => readFileSync(join(root, PARTS_FOLDER, name), "utf8");
  return (request) => {
    const variant = variants.find(request);
    const cachedAsset = assets.get(variant);
    if (cachedAsset) return cachedAsset;
    const asset = rewrittenAsset(join(root, INDEX_PATH), (html) =>
      variants.render(variant, rewrite ? rewrite(html) : html, part),
    );
    assets.set(variant, asset);
    return asset;
  };
}

/** The path of a file, or of the page for a route of the app, whose last segment has no dot. */
function findPath(address: string, assets: ReadonlyMap<string, Asset>): string {
  if (assets.has(address)) return address;
  const lastPart = address.slice(address.lastIndexOf("/") + 1);
  return lastPart.includes(".") || address.includes("/.") ? address : INDEX_PATH;
}

function fileNotFoundError(): AppError {
  return new AppError("not-found", "No such file.");
}

function decodePathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    throw new AppError("malformed", "This address is malformed.");
  }
}

function cacheControl(address: string): string {
  if (address.startsWith("/assets/")) return `public, max-age=${YEAR_SECONDS}, immutable`;
  if (address.startsWith("/images/")) return `public, max-age=${WEEK_SECONDS}`;
  return "no-cache";
}

function negotiateEncoding({ headers }: Request, encodings: readonly Encoding[]): Encoding | undefined {
  const negotiator = new Negotiator({ headers: { "accept-encoding": headers.get("accept-encoding") ?? "" } });
  const acceptedEncodings = negotiator.encodings(encodings);
  return encodings.find((encoding) => acceptedEncodings.includes(encoding));
}

async function createETag(body: Blob): Promise<string> {
  return `"${new Bun.CryptoHasher("sha256")
    .update(await body.bytes())
    .digest("base64url")
    .slice(0, 22)}"`;
}
