import { join } from "node:path";

import { type AnyElysia, Elysia } from "elysia";

import { staticFiles } from "#server/http/static-files.ts";

/** Serves `/images/…`, public. Loaded on demand: Elysia is half of a start. */
export async function createPictureFiles(root: string): Promise<AnyElysia> {
  const files = await staticFiles({
    path: join(root, "images"),
    address: "/images",
    // SVG is text, which is sent compressed
    names: /[^/.][^/]*\.(?:avif|gif|jpg|png|webp)/,
    cacheControl: "public, max-age=604800",
  });
  return new Elysia({ name: "picture-files", handler: { standardHostname: false } }).use(files);
}
