import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { acceptedEncodings } from "./accept-encoding.ts";
import { AppError } from "./errors.ts";

/** Answers for everything outside `/api/`: the built web app. */
export type WebAssets = { fetch: (request: Request) => Response | Promise<Response> };

/** Made beside each text file by the build, in the order of what is smaller. */
const encodings = { br: ".br", gzip: ".gz" } as const;
type Encoding = keyof typeof encodings;

type Asset = { file: string; encodings: Encoding[] };

const page = "/index.html";
const yearInSeconds = 31_536_000;
const dayInSeconds = 86_400;

/** Where the built web app stands: inside the executable, or in the working tree. */
export function builtWebFolder(): string {
  return join(import.meta.dir, Bun.isStandaloneExecutable ? "web" : "../../dist/web");
}

/**
 * Serves the built web app from `root`. Which files there are is read once, so no address can reach anything else.
 * Addresses without a file ending are pages of the app and get its HTML; unknown files are not found.
 * Throws AppError `not-found` and `malformed`; answers 405 to anything but GET and HEAD.
 */
export function createWebAssets(root: string): WebAssets {
  const assets = readAssets(root);
  const tags = new Map<string, Promise<string>>();

  /** A strong tag over the bytes that are sent, so each coding has its own. */
  const tagOf = (file: string): Promise<string> => {
    const known = tags.get(file);
    if (known) return known;
    const made = hashOf(file);
    tags.set(file, made);
    return made;
  };

  return {
    fetch: async (request) => {
      if (request.method !== "GET" && request.method !== "HEAD") {
        return Response.json({ message: "A page can only be read." }, { status: 405, headers: { allow: "GET, HEAD" } });
      }
      const address = find(addressOf(request.url), assets);
      const asset = assets.get(address);
      if (!asset) throw new AppError("not-found", "There is no such file here.");

      const [encoding] = acceptedEncodings(request.headers.get("accept-encoding"), asset.encodings);
      const file = encoding ? asset.file + encodings[encoding] : asset.file;
      const tag = await tagOf(file);
      const headers = new Headers({ etag: tag, "cache-control": cacheControl(address) });
      if (asset.encodings.length > 0) headers.set("vary", "Accept-Encoding");
      if (names(request.headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers });

      headers.set("content-type", Bun.file(asset.file).type);
      if (encoding) headers.set("content-encoding", encoding);
      const body = Bun.file(file);
      if (request.method === "GET") return new Response(body, { headers });
      headers.set("content-length", String(body.size));
      return new Response(null, { headers });
    },
  };
}

function readAssets(root: string): Map<string, Asset> {
  if (!existsSync(root)) return new Map();
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  const codings = Object.entries(encodings) as [Encoding, string][];
  const plain = [...files].filter((file) => !codings.some(([, ending]) => file.endsWith(ending)));
  return new Map(
    plain.map((file) => {
      const address = file.slice(root.length).replaceAll("\\", "/");
      return [
        address,
        { file, encodings: codings.filter(([, ending]) => files.has(file + ending)).map(([name]) => name) },
      ];
    }),
  );
}

/** The asset that an address leads to: itself, or the page for a place inside the app. */
function find(address: string, assets: ReadonlyMap<string, Asset>): string {
  if (assets.has(address)) return address;
  const lastPart = address.slice(address.lastIndexOf("/") + 1);
  return lastPart.includes(".") ? address : page;
}

function addressOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname);
  } catch {
    throw new AppError("malformed", "This address is not well formed.");
  }
}

/** What the build named by content never changes; everything else keeps its name over an upgrade. */
function cacheControl(address: string): string {
  if (address.startsWith("/assets/")) return `public, max-age=${yearInSeconds}, immutable`;
  if (address.startsWith("/images/")) return `public, max-age=${dayInSeconds}`;
  return "no-cache";
}

/** Whether an If-None-Match header names this tag; a proxy may have made it a weak one on the way. */
function names(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}

async function hashOf(file: string): Promise<string> {
  return `"${new Bun.CryptoHasher("sha256")
    .update(await Bun.file(file).bytes())
    .digest("base64url")
    .slice(0, 22)}"`;
}
