import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { smallCoverUrl } from "#contract/call-url.ts";
import { BOOK_SLOTS } from "#contract/first-paint.ts";
import { SEASON_NAMES } from "#contract/season.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile } from "#server/books/book-files.ts";
import { createPageVariants } from "#server/pages/page-variants.ts";
import { createWebAssets } from "#server/pages/web-assets.ts";

import { type Club, createClub, type Person } from "./support/club.ts";
import { epub } from "./support/epub.ts";
import { inspectHere } from "./support/inspect-here.ts";

/** The responses in a member's page (decision 0033) are those that the same member's calls return. */
const root = mkdtempSync(join(tmpdir(), "bookclub-page-"));
await Bun.write(join(root, "index.html"), '<html><body><div id="root"></div></body></html>');
for (const part of ["member-head", "member-end", "member", "link", "link-end", "talk"])
  await Bun.write(join(root, `parts/${part}.html`), part);
await Bun.write(join(root, "parts/read.html"), `<h1>${BOOK_SLOTS.title}</h1>`);
await Bun.write(
  join(root, "parts/shelf.html"),
  `<i>${BOOK_SLOTS.cover}</i><i>${BOOK_SLOTS.cover}</i><i>${BOOK_SLOTS.cover}</i>`,
);
for (const season of Object.keys(SEASON_NAMES))
  for (const part of ["auth", "home"]) await Bun.write(join(root, `parts/${part}-${season}.html`), part);

await Bun.write(join(root, "parts/first-styles.css"), "");

const facts = { secure: false, cookieSuffix: "", clubName: "Sips", clubSince: 1999, clubTimeZone: "America/New_York" };
const PAGES = [
  "/",
  "/shelf",
  "/shelf/1",
  "/talk",
  "/read",
  "/read/1",
  "/wines",
  "/recommendations",
  "/hosts",
  "/profile",
];
const HOSTILE_TEXT = "</script><!-- <script>alert(1)</script>";

let club: Club;
let member: Person;
let admin: Person;
beforeAll(async () => {
  const variants = createPageVariants(facts, { now: () => new Date("2026-03-10T12:00:00Z") });
  club = await createClub({ web: createWebAssets(root, {}, variants), own: { sandbox: inspectHere } });
  member = club.member();
  admin = club.admin();
  await admin.call("POST", "/api/books", { title: "Emma", author: "Jane Austen", month: "2026-03" });
  await admin.call("POST", "/api/meetings", { date: "2026-03-21", time: "", location: "", bookId: 1 });
  for (const person of [member, admin]) await person.call("POST", "/api/posts", { content: `${HOSTILE_TEXT} $& figs` });
});
afterAll(() => {
  club.close();
  rmSync(root, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  club.handler.fetch(new Request(`http://localhost${path}`, { headers }));
const openPage = async (path: string, cookie: string, headers: Record<string, string> = {}) =>
  (await get(path, { cookie, ...headers })).text();
function responsesIn(html: string): Record<string, { body: unknown }> {
  const [, text = "{}"] = /<script type="application\/json" id="answers">([^<]*)<\/script>/.exec(html) ?? [];
  return JSON.parse(text);
}

describe("a member's page", () => {
  test.each(PAGES)("embeds exactly the responses that its member would get: %s", async (path) => {
    for (const person of [member, admin]) {
      const answers = responsesIn(await openPage(path, person.cookie));
      expect(Object.keys(answers).slice(0, 1)).toEqual(["/api/auth/user"]);
      for (const [call, { body }] of Object.entries(answers)) {
        const response = await person.call("GET", call);
        expect([call, response.status, await response.json()]).toEqual([call, 200, body]);
      }
    }
  });

  test("embeds what Home shows first, and no positions", async () => {
    const paths = Object.keys(responsesIn(await openPage("/", member.cookie))).toSorted();
    expect(paths).toEqual([
      "/api/auth/user",
      "/api/books/1/notes/count",
      "/api/books/1/notes?kind=question&replies=false",
      "/api/books/1/plan",
      "/api/books/current",
      "/api/club",
      "/api/content",
      "/api/meetings/current",
      "/api/polls/current",
      "/api/posts",
    ]);
  });

  test.each(["/read", "/read/1"])("embeds the position that the reader opens at: %s", async (path) => {
    expect(responsesIn(await openPage(path, member.cookie))).toHaveProperty(["/api/reading-progress?bookId=1"]);
  });

  test("isn't cached, and its text can't end the element", async () => {
    const response = await get("/", { cookie: member.cookie, "accept-encoding": "br", "if-none-match": "*" });
    expect([response.status, response.headers.get("etag")]).toEqual([200, null]);
    expect(response.headers.get("cache-control")).toStartWith("private, no-store");
    expect(response.headers.get("vary")).toContain("Cookie");
    const html = await openPage("/", member.cookie);
    expect(html).not.toContain("alert(1)</script>");
    expect(JSON.stringify(responsesIn(html)["/api/posts"])).toContain(`${HOSTILE_TEXT} $& figs`);
    // what an earlier version's worker omits from the page that it stores
    expect(html.replaceAll(/<!--visit-->[^]*?<!--\/visit-->/g, "")).not.toContain("answers");
  });

  test.each(["identity", "gzip", "br"])("embeds the same responses in %s", async (coding) => {
    const server = Bun.serve({ port: 0, fetch: (request) => club.handler.fetch(request) });
    const headers = { cookie: member.cookie, "accept-encoding": coding };
    const response = await fetch(server.url, { headers });
    expect(responsesIn(await response.text())).toEqual(responsesIn(await openPage("/", member.cookie)));
    await server.stop(true);
  });

  test("omits a very long response, which the page fetches", async () => {
    const talkativeMember = club.member("talkative");
    const content = "long ".repeat(390);
    for (let index = 0; index < 60; index += 1) await talkativeMember.call("POST", "/api/posts", { content });
    const length = (await (await member.call("GET", "/api/posts")).text()).length;
    const answers = responsesIn(await openPage("/", member.cookie));
    expect("/api/posts" in answers).toBe(length <= 100_000);
  });
});

describe("the prerendered part of a member's page", () => {
  const png = "/api/covers/".concat("a".repeat(64), ".webp");

  test("has the shelf's first covers, and none for a visitor", async () => {
    const { books } = club.deps.stores;
    for (const month of ["2026-02", "2026-01"])
      books.update(books.insert({ title: "Persuasion", author: "Jane Austen", month }, "2026-01-01").id, {
        coverImage: png,
      });
    const cells = (html: string) => [...html.matchAll(/<i>(.*?)<\/i>/g)].map(([, cell = ""]) => cell);
    const [currentBookCell, earlierBook, thirdBook] = cells(await openPage("/shelf", member.cookie));
    expect([currentBookCell, thirdBook]).toEqual(["", ""]);
    expect(earlierBook).toContain(`src="${smallCoverUrl(png)}"`);
    expect(cells(await openPage("/shelf", "session=abc"))).toEqual(["", "", ""].map(() => BOOK_SLOTS.cover));
  });

  test("has the book's title in the reader", async () => {
    const { deps } = club;
    deps.stores.books.update(1, { title: `${HOSTILE_TEXT} $& Emma` });
    const uploadedFile = await deps.disk.receive([await epub()], { maxBytes: 50_000_000 });
    await attachFile(deps, { bookId: 1, kind: "ebook", filename: "a.epub", received: uploadedFile, readListening });
    for (const path of ["/read", "/read/1"])
      expect(await openPage(path, member.cookie)).toContain(`<h1>${Bun.escapeHTML(`${HOSTILE_TEXT} $& Emma`)}</h1>`);
  });
});

describe("embeds no responses in a page", () => {
  test.each(PAGES)("of a visitor, or of a session that has ended: %s", async (path) => {
    for (const cookie of ["", "session=abc", `session=${"a".repeat(43)}`]) {
      const response = await get(path, { cookie });
      expect(response.headers.get("cache-control")).not.toContain("no-store");
      expect(await response.text()).not.toContain('id="answers"');
    }
  });

  test.each(["/answer?token=x", "/dates?token=x", "/ereader"])("that a mail leads to: %s", async (path) => {
    expect(await openPage(path, member.cookie)).not.toContain('id="answers"');
  });

  test("that another site fetches, or that any page embeds", async () => {
    for (const headers of [
      { "sec-fetch-dest": "empty", "sec-fetch-site": "same-site" },
      { "sec-fetch-dest": "empty", "sec-fetch-site": "cross-site" },
      { "sec-fetch-dest": "script", "sec-fetch-site": "same-origin" },
      { "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" },
      { "sec-fetch-dest": "image", "sec-fetch-site": "cross-site" },
    ])
      expect(await openPage("/", member.cookie, headers)).not.toContain('id="answers"');
    const ownHeaders = { "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" };
    expect(await openPage("/", member.cookie, ownHeaders)).toContain('id="answers"');
  });
});
