import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";

import { createClub } from "#tests/support/club.ts";

import { createWebAssets } from "./web-assets.ts";

const root = mkdtempSync(join(tmpdir(), "bookclub-web-"));
const script = `console.log(${JSON.stringify("hello ".repeat(500))})`;
mkdirSync(join(root, "assets"));
mkdirSync(join(root, "images"));
writeFileSync(join(root, "index.html"), "<!doctype html><title>Club</title>");
writeFileSync(join(root, "sw.js"), "self");
writeFileSync(join(root, "assets/index-a1b2c3d4.js.br"), brotliCompressSync(script));
writeFileSync(join(root, "images/book mouse winter.jpg"), "jpeg");
writeFileSync(join(root, "images/favicon.svg.br"), brotliCompressSync("<svg/>"));
writeFileSync(join(root, "images/.hidden.jpg"), "hidden");
writeFileSync(join(root, "secret.jpg"), "secret");

const club = await createClub({ web: createWebAssets(root) });
const server = Bun.serve({ port: 0, fetch: (request) => club.handler.fetch(request) });
const fetchPath = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(new URL(path, server.url), {
    method,
    headers: { "accept-encoding": "identity", ...headers },
    decompress: false,
  });

afterAll(async () => {
  await server.stop(true);
  rmSync(root, { recursive: true });
});

test("hashed files are cached for a year, the page is revalidated", async () => {
  const asset = await fetchPath("/assets/index-a1b2c3d4.js");
  expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(asset.headers.get("content-type")).toStartWith("text/javascript");
  expect(await asset.text()).toBe(script);
  expect((await fetchPath("/sw.js")).headers.get("cache-control")).toBe("no-cache");
  for (const path of ["/", "/ebook"])
    expect((await fetchPath(path)).headers.get("cache-control")).toBe("no-cache, no-transform");
  expect((await fetchPath("/ebook")).headers.get("permissions-policy")).toContain("camera=()");
});

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["*", "br"],
  ["BR ; Q=1.0", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br, *;q=0", "br"],
  ["", null],
  ["identity", null],
  ["br;q=high", null],
])("a browser that accepts %j gets the coding %j", async (acceptedEncoding, coding) => {
  const asset = await fetchPath("/assets/index-a1b2c3d4.js", { "accept-encoding": acceptedEncoding });
  expect(asset.headers.get("content-encoding")).toBe(coding);
});

test("a browser that has the file gets 304 without a body", async () => {
  const firstResponse = await fetchPath("/");
  const firstEtag = firstResponse.headers.get("etag") ?? "";
  expect(firstEtag).toMatch(/^"[\w-]{22}"$/);
  for (const etag of [firstEtag, `W/${firstEtag}`, `"other", ${firstEtag}`, "*"]) {
    const secondResponse = await fetchPath("/", { "if-none-match": etag });
    expect(secondResponse.status).toBe(304);
    expect(secondResponse.headers.get("etag")).toBe(firstEtag);
    expect(await secondResponse.text()).toBe("");
  }
  expect((await fetchPath("/", { "if-none-match": '"other"' })).status).toBe(200);
});

test("HEAD returns the headers of GET and no body", async () => {
  const [headResponse, getResponse] = [await fetchPath("/auth", {}, "HEAD"), await fetchPath("/auth")];
  expect(headResponse.status).toBe(200);
  expect(await headResponse.text()).toBe("");
  for (const name of ["etag", "content-type", "content-length", "cache-control"]) {
    expect(headResponse.headers.get(name)).toBe(getResponse.headers.get(name));
  }
});

test("a link into the app gets the page; an unknown file is 404", async () => {
  for (const path of ["/", "/auth?invite=ABCD", "/audiobook", "/no/such/page", "/%2e%2e/%2e%2e/etc/passwd"]) {
    const response = await fetchPath(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toStartWith("text/html");
  }
  for (const path of [
    "/assets/index-gone.js",
    "/.env",
    "/bookclub.db",
    "/index.html.bak",
    "/images/x.jpg",
    "/images/.hidden.jpg",
    "/images/..%2fsecret.jpg",
    "/images/%2ehidden.jpg",
  ]) {
    const response = await fetchPath(path);
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toStartWith("application/json");
  }
});

test("finds an image with an encoded or a plain space", async () => {
  for (const path of ["/images/book%20mouse%20winter.jpg", "/images/book mouse winter.jpg"]) {
    const response = await fetchPath(path);
    expect(await response.text()).toBe("jpeg");
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect(response.headers.get("cache-control")).toBe("public, max-age=604800");
    const headResponse = await fetchPath(path, {}, "HEAD");
    expect([headResponse.status, headResponse.headers.get("content-length"), await headResponse.text()]).toEqual([
      200,
      "4",
      "",
    ]);
  }
});

test("an SVG is compressed like other text", async () => {
  const response = await fetchPath("/images/favicon.svg", { "accept-encoding": "br" });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(await response.bytes()).toString()).toBe("<svg/>");
});

test("returns 400 for a malformed address, allows GET and HEAD", async () => {
  expect((await fetchPath("/%E0%A4%A")).status).toBe(400);
  const postResponse = await fetchPath("/ebook", {}, "POST");
  expect(postResponse.status).toBe(405);
  expect(postResponse.headers.get("allow")).toBe("GET, HEAD");
});

test("every response has the security headers", async () => {
  for (const path of ["/", "/assets/index-a1b2c3d4.js", "/gone.js", "/api/health", "/api/unknown"]) {
    const { headers } = await fetchPath(path);
    expect(headers.get("content-security-policy")).toContain("default-src 'self'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("without a built web app the API still responds", async () => {
  const assetsWithoutBuild = createWebAssets(join(root, "not-built"));
  await expect(Promise.resolve(assetsWithoutBuild.fetch(new Request("http://localhost/")))).rejects.toThrow(
    "No such file",
  );
});

test("gives each encoding an ETag, and compresses on request", async () => {
  const path = "/assets/index-a1b2c3d4.js";
  const tags = new Set<string | null>();
  const unpackByCoding = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Uint8Array) => bytes };
  for (const [coding, unpackBytes] of Object.entries(unpackByCoding)) {
    const response = await fetchPath(path, { "accept-encoding": coding });
    expect(response.headers.get("content-encoding")).toBe(coding === "identity" ? null : coding);
    expect(response.headers.get("content-type")).toStartWith("text/javascript");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    expect(Buffer.from(unpackBytes(await response.bytes())).toString()).toBe(script);
    const etag = response.headers.get("etag") ?? "";
    expect((await fetchPath(path, { "accept-encoding": coding, "if-none-match": etag })).status).toBe(304);
    tags.add(etag);
  }
  expect(tags.size).toBe(3);
  expect((await fetchPath(`${path}.br`)).status).toBe(404);
});

test.each(["br", "gzip", "identity"])(
  "a file that couldn't be read once is sent by the next call (%s)",
  async (coding) => {
    const testFolder = mkdtempSync(join(tmpdir(), "bookclub-web-"));
    const file = join(testFolder, "index-a1b2c3d4.js.br");
    writeFileSync(file, brotliCompressSync(script));
    const { fetch: fetchAsset } = createWebAssets(testFolder);
    const fetchHidden = async () => {
      const headers = { "accept-encoding": coding };
      return fetchAsset(new Request("http://localhost/index-a1b2c3d4.js", { headers }));
    };
    // the error of a process with too many open files
    rmSync(file);
    expect(await fetchHidden().catch(() => null)).toBeNull();
    writeFileSync(file, brotliCompressSync(script));
    expect((await fetchHidden()).status).toBe(200);
    rmSync(testFolder, { recursive: true });
  },
);
