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

type Body = { blob: Blob; etag: string | null };
type Asset = {
  type: string;
  encodings: readonly Encoding[];
  body: (encoding: Encoding | undefined) => Promise<Body>;
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
      const pathname = findPath(decodePathOf(request.url), assets);
      const isPage = pages !== undefined && pathname === INDEX_PATH;
      const asset = isPage ? pages(request) : assets.get(pathname);
      if (!asset) throw new AppError("not-found", "No such file.");

      const { encodings } = asset;
      const encoding = negotiateEncoding(request, encodings);
      const isMemberPage = isPage && variants?.isForMember(request) === true;
      const page = isMemberPage ? await (await asset.body(undefined)).blob.text() : "";
      const memberHtml = isMemberPage && callRoutes ? await memberPages(request, page, callRoutes) : null;
      const { blob, etag } =
        memberHtml === null
          ? await asset.body(encoding)
          : { blob: await createBlob(memberHtml, encoding, BROTLI_QUALITY.page), etag: null };
      const headers = new Headers({
        ...(etag && { etag }),
        // only the member's own service worker may store a member's page
        "cache-control": memberHtml === null ? cacheControl(pathname, isPage) : "private, no-store",
        // for a 304, too: proxies store its headers
        "content-type": asset.type,
      });
      if (encodings.length > 0) headers.set("vary", isPage ? "Accept-Encoding, Cookie" : "Accept-Encoding");
      if (asset.type.startsWith("text/html")) headers.set("permissions-policy", PERMISSIONS_POLICY);
      if (etag && isNotModified(request, etag)) return new Response(null, { status: 304, headers });

      if (encoding) headers.set("content-encoding", encoding);
      if (request.method === "GET") return new Response(blob, { headers });
      headers.set("content-length", String(blob.size));
      return new Response(null, { headers });
    },
  };
}

/** Imports zlib when called, because it delays startup. */
async function createBlob(text: Content, encoding: Encoding | undefined, quality: number): Promise<Blob> {
  if (!encoding) return new Blob([text]);
  if (encoding === "gzip") return new Blob([Bun.gzipSync(text)]);
  const { brotliCompressSync, constants } = await import("node:zlib");
  return new Blob([brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })]);
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
      const pathname = file.slice(root.length).replaceAll("\\", "/");
      const rewrite = rewrites[pathname];
      if (name.endsWith(".br")) return [pathname, compressedAsset(file)];
      if (rewrite) return [pathname, rewrittenAsset(file, rewrite)];
      return [pathname, { type: typeOf(file), encodings: [], body: memoizeAsync(() => addETag(Bun.file(file))) }];
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
  const createBody = (encoding?: Encoding) =>
    memoizeAsync(async () =>
      addETag(
        encoding === "br" && smallestBody
          ? smallestBody
          : await createBlob(await read(), encoding, BROTLI_QUALITY.file),
      ),
    );
  const bodies = { plain: createBody(), br: createBody("br"), gzip: createBody("gzip") };
  return { type, encodings: ENCODINGS, body: (encoding) => bodies[encoding ?? "plain"]() };
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
function findPath(pathname: string, assets: ReadonlyMap<string, Asset>): string {
  if (assets.has(pathname)) return pathname;
  const lastPart = pathname.slice(pathname.lastIndexOf("/") + 1);
  return lastPart.includes(".") || pathname.includes("/.") ? pathname : INDEX_PATH;
}

function decodePathOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    throw new AppError("malformed", "This address is malformed.");
  }
}

function cacheControl(pathname: string, isPage: boolean): string {
  if (isPage) return "private, no-cache";
  if (pathname.startsWith("/assets/")) return `public, max-age=${YEAR_SECONDS}, immutable`;
  if (pathname.startsWith("/images/")) return `public, max-age=${WEEK_SECONDS}`;
  return "no-cache";
}

function negotiateEncoding({ headers }: Request, encodings: readonly Encoding[]): Encoding | undefined {
  const negotiator = new Negotiator({ headers: { "accept-encoding": headers.get("accept-encoding") ?? "" } });
  const acceptedEncodings = negotiator.encodings(encodings);
  return encodings.find((encoding) => acceptedEncodings.includes(encoding));
}

async function addETag(blob: Blob): Promise<Body> {
  const hash = new Bun.CryptoHasher("sha256").update(await blob.bytes()).digest("base64url");
  return { blob, etag: `"${hash.slice(0, 22)}"` };
}
