import { afterAll, beforeAll, describe, expect, test } from "bun:test";

import { createApp } from "#server/app.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";

/** The kinds of resources that a page or a chapter loads, by `Sec-Fetch-Dest` (Fetch, 2.2.7). */
const DESTINATIONS =
  "image style font audio video track object embed iframe frame fencedframe script worker sharedworker serviceworker manifest xslt report json paintworklet".split(
    " ",
  );

/** Calls that may be loaded as an image, font, audio or frame. A new line here is a decision. */
const EMBEDDABLE = [
  "GET /api/avatars/*",
  "GET /api/books/:id/text/*",
  "GET /api/covers/*",
  "GET /api/covers/small/:name",
  "GET /api/download/audiobook/:id",
  "GET /api/download/ebook/:id",
  "GET /api/email/preview/:kind/page",
  "HEAD /api/download/audiobook/:id",
  "HEAD /api/download/ebook/:id",
];

const ERROR_MESSAGE = "This address can't be used as a picture, style, font, sound or frame.";
const CROSS_SITE_MESSAGE = "This call came from another site and was refused.";

let club: Club;
let mia: Person;
let admin: Person;
let routes: { name: string; method: string; path: string }[];
beforeAll(async () => {
  club = await createClub();
  mia = club.member();
  admin = club.admin();
  routes = createApp(club.deps)
    .routes.map(({ method, path }) => ({ name: `${method} ${path}`, method, path: path.replaceAll(/:\w+\??/g, "1") }))
    .filter(({ path }) => path.startsWith("/api"));
});
afterAll(() => club.close());

const ownHeaders = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors" };
const refusalOf = async (response: Response) => (response.status === 403 ? (await response.json()).message : null);

describe("an address that isn't a file's", () => {
  test("can't be used as image, style, font, audio or frame", async () => {
    const embeddable = new Set<string>();
    for (const { name, method, path } of routes)
      for (const destination of DESTINATIONS) {
        const response = await admin.call(method, path, undefined, { ...ownHeaders, "sec-fetch-dest": destination });
        if (method === "HEAD" ? response.status !== 403 : (await refusalOf(response)) !== ERROR_MESSAGE)
          embeddable.add(name);
      }
    expect([...embeddable].toSorted()).toEqual(EMBEDDABLE.toSorted());
  });

  test("still serves the app, links and scripts without headers", async () => {
    for (const headers of [
      { ...ownHeaders, "sec-fetch-dest": "empty" },
      { ...ownHeaders, "sec-fetch-dest": "document" },
      {},
    ])
      expect((await mia.call("GET", "/api/posts", undefined, headers)).status).toBe(200);
  });
});

describe.each(["/api/books/isbn/123", "/api/books/isbn?isbn=123", "/api/books/search?q=x", "/api/books/search/?q=x"])(
  "GET %s, which counts and calls other services,",
  (path) => {
    const fetchHeaders = (site: string, destination: string) => ({
      "sec-fetch-site": site,
      "sec-fetch-dest": destination,
    });
    test.each<[string, Record<string, string>]>([
      ["a link", fetchHeaders("same-origin", "document")],
      ["the address bar", fetchHeaders("none", "document")],
      ["a window of another site", fetchHeaders("cross-site", "document")],
      ["a script of another site", fetchHeaders("cross-site", "empty")],
      ["a neighbor on the same domain", fetchHeaders("same-site", "empty")],
      ["another site in a browser without these headers", { origin: "https://evil.example" }],
      ["an image", fetchHeaders("same-origin", "image")],
    ])("rejects %s", async (_, headers) => {
      for (const method of ["GET", "HEAD"]) expect((await mia.call(method, path, undefined, headers)).status).toBe(403);
      const body = await refusalOf(await admin.call("GET", path, undefined, headers));
      expect([CROSS_SITE_MESSAGE, ERROR_MESSAGE]).toContain(body);
    });

    test("serves the app and scripts", async () => {
      for (const headers of [fetchHeaders("same-origin", "empty"), { "sec-fetch-site": "same-origin" }, {}])
        expect((await mia.call("GET", path, undefined, headers)).status).toBe(422);
    });
  },
);

test("accepts a lookup by POST only from its own pages", async () => {
  for (const [path, body] of [
    ["/api/books/isbn", { isbn: "123" }],
    ["/api/books/search", { q: "x" }],
  ] as const) {
    expect((await mia.call("POST", path, body, ownHeaders)).status).toBe(422);
    const crossSiteResponse = await mia.call("POST", path, body, { "sec-fetch-site": "cross-site" });
    expect(await refusalOf(crossSiteResponse)).toBe(CROSS_SITE_MESSAGE);
  }
});
