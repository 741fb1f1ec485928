import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Elysia } from "elysia";

import { staticFiles } from "./static-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-static-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("serves files of a folder that is mounted later", async () => {
  const path = join(folder, "covers");
  symlinkSync(join(folder, "disk"), path);
  const address = "/api/covers";
  const app = new Elysia().get(
    `${address}/*`,
    staticFiles({ path, urlPrefix: address, names: /a\.webp/, cacheControl: "private" }),
  );
  const fetchFile = (name: string, method = "GET") =>
    app.handle(new Request(`http://127.0.0.1${address}/${name}`, { method }));
  expect((await fetchFile("a.webp")).status).toBe(404);
  mkdirSync(join(folder, "disk"));
  writeFileSync(join(folder, "disk/a.webp"), "a picture");
  writeFileSync(join(folder, "disk/.env"), "a secret");
  const response = await fetchFile("a.webp");
  expect([response.status, response.headers.get("cache-control"), await response.text()]).toEqual([
    200,
    "private",
    "a picture",
  ]);
  const { status, headers } = await fetchFile("a.webp", "HEAD");
  expect([status, headers.get("content-length")]).toEqual([200, "9"]);
  for (const name of ["b.webp", ".env", "%2e%2e/disk/a.webp"])
    expect([name, (await fetchFile(name)).status]).toEqual([name, 404]);
});
