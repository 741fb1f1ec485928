import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { PLACEHOLDERS } from "#contract/first-paint.ts";
import { SEASON_NAMES } from "#contract/season.ts";
import { createClub } from "#tests/support/club.ts";

import { createClubRewrites } from "./club-assets.ts";
import { createPageVariants } from "./page-variants.ts";
import { createWebAssets } from "./web-assets.ts";

const root = mkdtempSync(join(tmpdir(), "bookclub-variants-"));
await Bun.write(join(root, "index.html"), await Bun.file(join(import.meta.dir, "../../web/index.html")).text());
const MEMBER_HEAD = `<link rel="stylesheet" href="/assets/members.css" />`;
const LINK_END = `<link rel="preload" as="script" crossorigin href="/assets/link.js" />`;
const MEMBER_END = `<link rel="preload" as="script" crossorigin href="/assets/members.js" />`;
await Bun.write(join(root, "parts/member-head.html"), MEMBER_HEAD);
await Bun.write(join(root, "parts/member-end.html"), MEMBER_END);
await Bun.write(join(root, "parts/first-styles.css"), ".drawn{color:red}");
await Bun.write(join(root, "parts/member.html"), "<p>spinner</p>");
for (const page of ["read", "shelf", "talk"]) await Bun.write(join(root, `parts/${page}.html`), `<p>${page} drawn</p>`);
await Bun.write(join(root, "parts/link.html"), `<p>link of ${PLACEHOLDERS.name}</p>`);
await Bun.write(join(root, "parts/link-end.html"), LINK_END);
await Bun.write(
  join(root, "parts/auth-frame-end.html"),
  '<link rel="preload" as="script" crossorigin href="/assets/forms.js" />',
);
for (const season of Object.keys(SEASON_NAMES)) {
  await Bun.write(join(root, `parts/auth-frame-${season}.html`), `<p>frame in ${season}</p>`);
  await Bun.write(join(root, `parts/home-${season}.html`), `<p>home in ${season}, ${PLACEHOLDERS.name}</p>`);
  await Bun.write(
    join(root, `parts/auth-${season}.html`),
    `<p>auth in ${season}</p><b>${PLACEHOLDERS.name}</b><b>${PLACEHOLDERS.since}</b>`,
  );
}
afterAll(() => rmSync(root, { recursive: true }));

const facts = {
  secure: false,
  cookieSuffix: "",
  clubName: "Ink <& Grape>",
  clubSince: 1999,
  clubTimeZone: "America/New_York",
};
let now = new Date("2026-11-21T12:00:00Z");
const variants = createPageVariants(facts, { now: () => now });
const { handler } = await createClub({
  web: createWebAssets(root, createClubRewrites({ ...facts, publicUrl: null }), variants),
});
const server = Bun.serve({ port: 0, fetch: (request) => handler.fetch(request) });
afterAll(() => server.stop(true));

const fetchPath = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server.url), { headers: { "accept-encoding": "identity", ...headers } });
const fetchText = async (path: string, cookie = "") => (await fetchPath(path, cookie ? { cookie } : {})).text();
const SESSION_COOKIE = "session=abc";

test("shows the sign-in form without a session cookie", async () => {
  for (const path of ["/auth", "/", "/ebook"]) {
    const html = await fetchText(path, "other-session=abc");
    expect(html).toContain('<meta name="session" content="none" />');
    expect(html).toContain("<p>auth in fall</p>");
    expect(html).toContain("Ink &lt;&amp; Grape&gt;");
    expect(html).toContain(">1999<");
    expect(html).not.toContain("members.js");
  }
});

test("shows the frame of another form, and names its code", async () => {
  for (const path of ["/auth?invite=ABCD-EFGH", "/auth?setup=ABCD-EFGH", "/auth?reset=x", "/?invite=ABCD-EFGH"]) {
    const html = await fetchText(path);
    expect(html).toContain('<div id="root"><!--visit--><p>frame in fall</p><!--/visit--></div>');
    expect(html).toContain("/assets/forms.js");
    expect(html).toContain('<meta name="session" content="none" />');
    expect(html).not.toContain("ABCD");
  }
});

test("shows a mail link's frame with members' styles to everyone", async () => {
  for (const cookie of ["", SESSION_COOKIE])
    for (const path of ["/answer?token=secret&answer=no", "/dates?token=secret", "/ereader"]) {
      const html = await fetchText(path, cookie);
      expect(html).toContain("<p>link of Ink &lt;&amp; Grape&gt;</p>");
      expect(html).toContain(`<!--visit-->${MEMBER_HEAD}<!--/visit--></head>`);
      // after the app's own, which would undo them
      expect(html).toContain(`${MEMBER_HEAD}<!--visit-->${LINK_END}<!--/visit--></body>`);
      expect(html).not.toContain("secret");
      expect(html.includes('name="session"')).toBe(cookie === "");
    }
});

test("draws Home with the season's image for every session", async () => {
  const [homePage, otherPage] = await Promise.all([
    fetchText("/", SESSION_COOKIE),
    fetchText("/?new", "session=other"),
  ]);
  expect(homePage).toContain(`${MEMBER_HEAD}${MEMBER_END}</body>`);
  expect(homePage).toContain(
    '<div id="root"><!--visit--><p>home in fall, Ink &lt;&amp; Grape&gt;</p><!--/visit--></div>',
  );
  expect(otherPage).toBe(homePage);
});

test("draws a spinner elsewhere, and links the page's files", async () => {
  const pages = await Promise.all(
    ["/shelf/7", "/talk/7", "/auth", "/nowhere"].map((path) => fetchText(path, SESSION_COOKIE)),
  );
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]).toContain(`${MEMBER_HEAD}${MEMBER_END}</body>`);
  expect(pages[0]).toContain('<div id="root"><!--visit--><p>spinner</p><!--/visit--></div>');
  expect(pages[0]).not.toContain('name="session"');
});

test.each([
  ["/talk", "talk"],
  ["/shelf", "shelf"],
  ["/read", "read"],
  ["/read/7", "read"],
])("draws %s like the app, with members' styles before and after the app's", async (path, page) => {
  const html = await fetchText(path, SESSION_COOKIE);
  expect(html).toContain(`<div id="root"><!--visit--><p>${page} drawn</p><!--/visit--></div>`);
  expect(html).toContain(`<!--visit-->${MEMBER_HEAD}<!--/visit--></head>`);
  expect(html).toContain(`${MEMBER_HEAD}${MEMBER_END}</body>`);
  expect(await fetchText(path)).toContain("<p>auth in fall</p>");
});

test("puts the sign-in page into the root, allows only its script", async () => {
  const response = await fetchPath("/auth");
  const html = await response.text();
  expect(html).toContain('<div id="root"><!--visit--><p>auth in fall</p>');
  const [, script = ""] = /<script>([^]*?)<\/script>/.exec(html) ?? [];
  const hash = new Bun.CryptoHasher("sha256").update(script).digest("base64");
  expect(response.headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${hash}';`);
});

test("inlines the styles of what is drawn, allowed by the policy", async () => {
  for (const [path, cookie] of [
    ["/auth", ""],
    ["/auth?invite=x", ""],
    ["/", SESSION_COOKIE],
    ["/dates", SESSION_COOKIE],
  ] as const) {
    const response = await fetchPath(path, { cookie });
    const [, styles = ""] = /<style>([^]*?)<\/style>/.exec(await response.text()) ?? [];
    expect(styles).toBe(".drawn{color:red}");
    const hash = new Bun.CryptoHasher("sha256").update(styles).digest("base64");
    expect(response.headers.get("content-security-policy")).toContain(`; style-src 'self' 'sha256-${hash}';`);
  }
});

test("stores a page without visitor's parts for the worker", async () => {
  const memberRequests = ["/", "/shelf", "/answer"].map((path) => fetchText(path, SESSION_COOKIE));
  const storedPages = await Promise.all([fetchText("/auth"), ...memberRequests]);
  const [visitorPage, ...otherPages] = storedPages.map((html) =>
    html.replaceAll(/<!--visit-->[^]*?<!--\/visit-->/g, ""),
  );
  for (const page of otherPages) expect(page.replace(MEMBER_HEAD, "").replace(MEMBER_END, "")).toBe(visitorPage ?? "");
  expect(visitorPage).not.toMatch(/auth in|home in|spinner|member|session/);
});

test("sends the service worker the page as it stores it", async () => {
  const fetchedText = await (await fetchPath("/", { cookie: SESSION_COOKIE, "sec-fetch-dest": "empty" })).text();
  const pageText = await fetchText("/", SESSION_COOKIE);
  expect(fetchedText).toBe(pageText.replaceAll(/<!--visit-->[^]*?<!--\/visit-->/g, ""));
});

test("uses today's season in the club's zone", async () => {
  now = new Date("2027-03-21T03:59:00Z");
  expect(await fetchText("/")).toMatch(/data-season="winter"[^]*auth in winter/);
  now = new Date("2027-03-21T04:01:00Z");
  expect(await fetchText("/")).toMatch(/data-season="spring"[^]*auth in spring/);
  now = new Date("2026-11-21T12:00:00Z");
});

test("applies a stored theme from the start, and no other value", async () => {
  expect(await fetchText("/", "theme=dark")).toContain('data-theme="dark"');
  expect(await fetchText("/", `${SESSION_COOKIE}; theme=light`)).toContain('data-theme="light"');
  for (const cookie of ["theme=system", 'theme="><script>', "my-theme=dark", "theme=darker"])
    expect(await fetchText("/", cookie)).not.toContain("data-theme");
});

test("each variant has its own etag and cache key", async () => {
  const cookies = ["", SESSION_COOKIE, "theme=dark", "theme=light"];
  const responses = await Promise.all(cookies.map((cookie) => fetchPath("/", { cookie })));
  const tags = responses.map(({ headers }) => headers.get("etag") ?? "");
  expect(new Set(tags).size).toBe(cookies.length);
  for (const [i, { headers }] of responses.entries()) {
    expect(headers.get("vary")).toBe("Accept-Encoding, Cookie");
    expect(headers.get("cache-control")).toBe("private, no-cache, no-transform");
    const secondResponse = await fetchPath("/", { cookie: cookies[i] ?? "", "if-none-match": tags[i] ?? "" });
    expect(secondResponse.status).toBe(304);
  }
  const otherResponse = await fetchPath("/", { cookie: SESSION_COOKIE, "if-none-match": tags[0] ?? "" });
  expect(otherResponse.status).toBe(200);
});

test("sends the same variant compressed as Brotli", async () => {
  const response = await fetchPath("/auth", { "accept-encoding": "br" });
  expect(response.headers.get("content-encoding")).toBe("br");
  expect(await response.text()).toContain("<p>auth in fall</p>");
});

test("doesn't serve the parts of variants", async () => {
  for (const path of ["/parts/auth-fall.html", "/parts/member-head.html"])
    expect((await fetchPath(path)).status).toBe(404);
});
