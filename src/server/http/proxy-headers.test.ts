import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createWebAssets } from "#server/pages/web-assets.ts";
import { createClub } from "#tests/support/club.ts";

const root = mkdtempSync(join(tmpdir(), "bookclub-proxies-"));
for (const folder of ["assets", "images"]) mkdirSync(join(root, folder));
writeFileSync(join(root, "index.html"), "<!doctype html><title>Club</title>");
writeFileSync(join(root, "assets/index-a1b2c3d4.js"), "self");
writeFileSync(join(root, "images/mouse.webp"), "webp");
const club = await createClub({ web: createWebAssets(root) });
const server = Bun.serve({ port: 0, fetch: (request) => club.handler.fetch(request) });
const fetchPath = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, server.url), { headers });
const proxyHeadersOf = ({ headers }: Response) => [headers.get("cache-control"), headers.get("x-accel-buffering")];

afterAll(async () => {
  await server.stop(true);
  club.close();
  rmSync(root, { recursive: true });
});

// tests/access.test.ts checks the responses of all routes
test("asks proxies not to transform any page, nor its 304", async () => {
  for (const path of ["/", "/auth", "/read?invite=x"]) {
    const page = await fetchPath(path);
    const secondResponse = await fetchPath(path, { "if-none-match": page.headers.get("etag") ?? "" });
    expect([page.status, ...proxyHeadersOf(page)]).toEqual([200, "no-cache, no-transform", null]);
    expect([secondResponse.status, ...proxyHeadersOf(secondResponse)]).toEqual([304, "no-cache, no-transform", null]);
  }
});

test("proxies may store what the build made", async () => {
  for (const path of ["/assets/index-a1b2c3d4.js", "/images/mouse.webp"]) {
    const [cacheControl, buffering] = proxyHeadersOf(await fetchPath(path));
    expect([cacheControl?.startsWith("public, max-age="), buffering]).toEqual([true, null]);
    expect(cacheControl).not.toContain("no-transform");
  }
});

test("doesn't buffer responses without a file, nor errors", async () => {
  for (const path of ["/api/club", "/api/books", "/feeds/x/audiobook/1.m4b", "/calendar/x.ics"])
    expect(proxyHeadersOf(await fetchPath(path))[1]).toBe("no");
});
