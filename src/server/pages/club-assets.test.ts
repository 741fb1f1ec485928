import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Window } from "happy-dom";

import { createClub } from "#tests/support/club.ts";

import { createClubRewrites } from "./club-assets.ts";
import { createWebAssets } from "./web-assets.ts";

const readSource = (name: string) => Bun.file(join(import.meta.dir, "../../web", name)).text();
const root = mkdtempSync(join(tmpdir(), "bookclub-page-"));
await Bun.write(join(root, "index.html"), await readSource("index.html"));
await Bun.write(join(root, "manifest.webmanifest"), await readSource("manifest.webmanifest"));
afterAll(() => rmSync(root, { recursive: true }));

const startSite = async (publicUrl: string | null, encoding = "identity") => {
  const facts = { clubName: 'Ink & "Grape"', publicUrl };
  const { handler } = await createClub({ web: createWebAssets(root, createClubRewrites(facts)) });
  const server = Bun.serve({ port: 0, fetch: (request) => handler.fetch(request) });
  const fetchPath = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, server.url), { headers: { "accept-encoding": encoding, ...headers } });
  return { get: fetchPath, [Symbol.asyncDispose]: () => server.stop(true) };
};

const domWindow = new Window();

/** The content of each meta tag, by its name. */
function metasOf(html: string): Record<string, string | null> {
  const page = new domWindow.DOMParser().parseFromString(html.replaceAll(/<link[^>]*>/g, ""), "text/html");
  const metas = [...page.querySelectorAll("meta")];
  return {
    title: page.title,
    ...Object.fromEntries(
      metas.map((meta) => [meta.getAttribute("property") ?? meta.getAttribute("name"), meta.getAttribute("content")]),
    ),
  };
}

test("previews a shared link with name, description and image", async () => {
  await using site = await startSite("https://club.example");
  const response = await site.get("/ebook");
  expect(metasOf(await response.text())).toMatchObject({
    title: 'Ink & "Grape"',
    "og:title": 'Ink & "Grape"',
    "og:site_name": 'Ink & "Grape"',
    "application-name": 'Ink & "Grape"',
    "og:description": expect.stringContaining("book club"),
    "og:image": "https://club.example/images/social.jpg",
    "twitter:card": "summary_large_image",
  });
});

test("leaves the image's URL relative without PUBLIC_URL", async () => {
  await using site = await startSite(null);
  expect(metasOf(await (await site.get("/")).text())["og:image"]).toBe("/images/social.jpg");
});

test("a browser that accepts Brotli gets the same page compressed", async () => {
  await using site = await startSite("https://club.example", "br");
  const response = await site.get("/");
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(metasOf(await response.text())["og:image"]).toBe("https://club.example/images/social.jpg");
});

test("the page names the public domain, if set, for its first call", async () => {
  await using site = await startSite("https://club.example:8443");
  expect(metasOf(await (await site.get("/")).text())["public-domain"]).toBe("club.example:8443");
  await using localSite = await startSite(null);
  expect(metasOf(await (await localSite.get("/")).text())["public-domain"]).toBe("");
});

test("the installed app has the club's names", async () => {
  await using site = await startSite(null);
  const response = await site.get("/manifest.webmanifest");
  expect(response.headers.get("content-type")).toStartWith("application/manifest+json");
  expect(await response.json()).toMatchObject({
    name: 'Ink & "Grape"',
    short_name: "Book Club",
    display: "standalone",
  });
});
