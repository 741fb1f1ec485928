import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";

import { parseFeed } from "@rowanmanning/feed-parser";
import { decode, encode } from "fast-png";

import { epub } from "#tests/support/epub.ts";
import { multipart } from "#tests/support/forms.ts";
import { png, twoColors } from "#tests/support/images.ts";
import { countingSandbox } from "#tests/support/inspect-here.ts";
import { jsonOf } from "#tests/support/json.ts";
import { m4b } from "#tests/support/m4b.ts";
import { routesOf } from "#tests/support/route-fields.ts";
import { createUploadClub, filePart, type UploadClub } from "#tests/support/upload-club.ts";
import { xmlElements } from "#tests/support/xml-elements.ts";

const chapters = [
  { title: "One & only", start: 0 },
  { title: "Two", start: 2.5 },
];
const sound = m4b({ title: "Emma", seconds: 4, chapters });

const countedSandbox = countingSandbox();
let club: UploadClub;
let members = 0;
let mia: ReturnType<UploadClub["member"]>;
beforeAll(async () => {
  club = await createUploadClub({ sandbox: countedSandbox.sandbox });
  await club.upload("audiobook", multipart([club.id(), filePart("audiobook", sound)]));
  await club.upload("ebook", multipart([club.id(), filePart("ebook", epub())]));
  await club.upload("cover", multipart([club.id(), filePart("cover", await png(), "c.png")]));
  const comingBook = { title: "Coming Secret", author: "Nobody", month: "2026-04" };
  const { id } = club.deps.stores.books.insert(comingBook, "2026-03-01");
  await club.upload("audiobook", multipart([club.id(id), filePart("audiobook", sound)]));
  await club.upload("ebook", multipart([club.id(id), filePart("ebook", epub())]));
});
afterAll(() => club.close());
beforeEach(() => {
  members += 1;
  mia = club.member(`mia${members}`);
});

const createFeed = async (kind: "podcast" | "opds", who = mia): Promise<string> =>
  new URL((await jsonOf(who.call("POST", `/api/profile/feeds/${kind}`))).url).pathname;
const fetchPath = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  club.visitor.call(method, path, undefined, headers);

describe("the podcast feed", () => {
  test("has this month's audiobook with chapters, no future one", async () => {
    const path = await createFeed("podcast");
    const response = await fetchPath(path);
    expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
    const xml = await response.text();
    expect(xml).not.toContain("Coming Secret");
    const { one, all } = xmlElements(xml);
    expect(one("rss")?.attributes).toMatchObject({ version: "2.0", "xmlns:podcast": expect.any(String) });
    for (const name of ["title", "link", "description", "language"]) expect(one(name)?.text).not.toBe("");
    expect(one("itunes:block")?.text).toBe("Yes");
    expect(all("item")).toHaveLength(1);
    const { url = "", length, type } = one("enclosure")?.attributes ?? {};
    expect([type, length]).toEqual(["audio/mp4", String(sound.length)]);
    expect(one("guid")?.text).not.toContain(path.split("/")[2] ?? "?");
    expect(all("psc:chapter").map(({ attributes }) => attributes)).toEqual([
      { start: "00:00:00.000", title: "One & only" },
      { start: "00:00:02.500", title: "Two" },
    ]);

    const wholeFile = await fetchPath(new URL(url).pathname);
    expect(Buffer.from(await wholeFile.bytes()).equals(sound)).toBe(true);
    const partialResponse = await fetchPath(new URL(url).pathname, { range: "bytes=10-19" });
    expect([partialResponse.status, partialResponse.headers.get("content-range")]).toEqual([
      206,
      `bytes 10-19/${sound.length}`,
    ]);
    const headResponse = await fetchPath(new URL(url).pathname, {}, "HEAD");
    expect([headResponse.status, headResponse.headers.get("content-length")]).toEqual([200, String(sound.length)]);

    const chaptersResponse = await fetchPath(new URL(one("podcast:chapters")?.attributes["url"] ?? "").pathname);
    expect(chaptersResponse.headers.get("content-type")).toBe("application/json+chapters");
    expect(await chaptersResponse.json()).toEqual({
      version: "1.2.0",
      chapters: chapters.map(({ title, start }) => ({ startTime: start, title })),
    });
  });

  test("has the club's own artwork while no book has a cover", async () => {
    const { coverImage } = club.deps.stores.books.find(club.bookId) ?? {};
    club.deps.stores.books.update(club.bookId, { coverImage: null });
    const { all } = xmlElements(await (await fetchPath(await createFeed("podcast"))).text());
    club.deps.stores.books.update(club.bookId, { coverImage: coverImage ?? null });
    const [artwork, ...otherAddresses] = all("itunes:image").map(({ attributes }) => attributes["href"] ?? "");
    expect(otherAddresses).toEqual([]);
    const jpeg = await (await fetchPath(new URL(artwork ?? "").pathname)).bytes();
    expect(await new Bun.Image(jpeg).metadata()).toEqual({ format: "jpeg", width: 1400, height: 1400 });
  });

  test("renders its artwork once for all, as often as needed", async () => {
    const cover = encode({ width: 50, height: 70, channels: 3, data: twoColors(50, 70) });
    await club.upload("cover", multipart([club.id(), filePart("cover", Buffer.from(cover), "c.png")]));
    const { one } = xmlElements(await (await fetchPath(await createFeed("podcast"))).text());
    const path = new URL(one("itunes:image")?.attributes["href"] ?? "").pathname;
    const responses = await Promise.all(Array.from({ length: 61 }, () => fetchPath(path)));
    expect(responses.map(({ status }) => status)).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    expect(countedSandbox.runs.filter(([kind]) => kind === "square")).toHaveLength(1);
  });

  test("has square artwork in the directories' size, whole cover", async () => {
    const cover = encode({ width: 60, height: 90, channels: 3, data: twoColors(60, 90) });
    await club.upload("cover", multipart([club.id(), filePart("cover", Buffer.from(cover), "c.png")]));
    const { all } = xmlElements(await (await fetchPath(await createFeed("podcast"))).text());
    const artwork = all("itunes:image").map(({ attributes }) => attributes["href"] ?? "");
    expect(artwork).toHaveLength(2);
    for (const address of artwork) {
      const jpeg = await (await fetchPath(new URL(address).pathname)).bytes();
      expect(await new Bun.Image(jpeg).metadata()).toEqual({ format: "jpeg", width: 1400, height: 1400 });
      const { data, channels } = decode(await new Bun.Image(jpeg).png().bytes());
      const colorAt = (x: number, y: number) => [
        ...data.subarray((y * 1400 + x) * channels, (y * 1400 + x) * channels + 3),
      ];
      const isNear = (color: number[], expected: number[]) =>
        color.every((value, index) => Math.abs(value - (expected[index] ?? 0)) < 12);
      for (const [x, y, color] of [
        [700, 20, [255, 0, 0]],
        [240, 20, [255, 0, 0]],
        [1160, 1380, [0, 0, 255]],
        [20, 20, [128, 0, 128]],
        [1380, 1380, [128, 0, 128]],
      ] as const)
        expect([x, y, colorAt(x, y), isNear(colorAt(x, y), [...color])]).toEqual([x, y, colorAt(x, y), true]);
    }
  });

  test("plays in another program, with chapters", async () => {
    const path = await createFeed("podcast");
    const { one } = xmlElements(await (await fetchPath(path)).text());
    const server = Bun.serve({ port: 0, fetch: (request) => club.handler.fetch(request) });
    const enclosure = new URL(new URL(one("enclosure")?.attributes["url"] ?? "").pathname, server.url).href;
    const ffprobePath = Bun.which("ffprobe");
    if (ffprobePath) {
      const args = ["-v", "error", "-show_chapters", "-show_format", "-of", "json", enclosure];
      const probeResult = JSON.parse(
        await new Response(Bun.spawn([ffprobePath, ...args], { stderr: "ignore" }).stdout).text(),
      );
      expect(probeResult.chapters).toHaveLength(2);
      expect(Number(probeResult.format.duration)).toBeCloseTo(4, 0);
    }
    await server.stop(true);
  });

  test("is read by a podcast app's parser", async () => {
    const { title, items } = parseFeed(await (await fetchPath(await createFeed("podcast"))).text());
    expect(title).toBe(club.deps.config.clubName);
    expect(items.map((item) => [item.title, item.published?.toISOString()])).toEqual([
      ["Emma by Jane Austen", "2026-03-10T12:00:00.000Z"],
    ]);
    expect(items[0]?.media[0]).toMatchObject({ length: sound.length, mimeType: "audio/mp4" });
  });

  test("survives titles that could break XML", async () => {
    club.deps.stores.books.update(club.bookId, { title: `<b>&"'\u0001\ud800]]>`, synopsis: "a\u000bb\nc" });
    const { one } = xmlElements(await (await fetchPath(await createFeed("podcast"))).text());
    expect(one("itunes:title")?.text).toBe(`<b>&"'\ufffd]]>`);
    club.deps.stores.books.update(club.bookId, { title: "Emma", synopsis: "" });
  });
});

test("allows other origins to read and play feeds only", async () => {
  const [podcast, opds] = [await createFeed("podcast"), await createFeed("opds")];
  const sharedHeaders = { policy: "cross-origin", origin: "*", credentials: null };
  const headersOf = ({ headers }: Response) => ({
    policy: headers.get("cross-origin-resource-policy"),
    origin: headers.get("access-control-allow-origin"),
    credentials: headers.get("access-control-allow-credentials"),
  });
  const feedAddress = podcast.replace("/podcast.xml", "");
  const originHeader = { origin: "https://player.example" };
  for (const path of [
    podcast,
    opds,
    `${opds}.json`,
    `${feedAddress}/audiobook/${club.bookId}.m4b`,
    `${feedAddress}/artwork.jpg`,
  ]) {
    expect([path, headersOf(await fetchPath(path, originHeader))]).toEqual([path, sharedHeaders]);
    expect([path, headersOf(await fetchPath(path, originHeader, "HEAD"))]).toEqual([path, sharedHeaders]);
    const preflight = await fetchPath(path, { ...originHeader, "access-control-request-headers": "range" }, "OPTIONS");
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "GET, HEAD"]);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Range");
  }
  const closedHeaders = { policy: "same-origin", origin: null, credentials: null };
  const routes = (await routesOf(club)).filter(({ path }) => !path.startsWith("/feeds/"));
  expect(routes.length).toBeGreaterThan(100);
  for (const { path } of routes)
    for (const method of ["GET", "OPTIONS"])
      expect([path, headersOf(await mia.call(method, path, undefined, originHeader))]).toEqual([path, closedHeaders]);
  expect(headersOf(await mia.call("POST", podcast, {}, originHeader))).toEqual(closedHeaders);
});

describe("a feed's address", () => {
  test("stops when it is replaced or removed, or its member deleted", async () => {
    const firstFeed = await createFeed("podcast");
    const secondFeed = await createFeed("podcast");
    expect((await fetchPath(firstFeed)).status).toBe(404);
    expect((await fetchPath(secondFeed)).status).toBe(200);
    expect(await jsonOf(mia.call("DELETE", "/api/profile/feeds/podcast"))).toEqual({
      url: null,
      lastFetchedAt: null,
      lastFetchedBy: null,
    });
    expect((await fetchPath(secondFeed)).status).toBe(404);
    const thirdFeed = await createFeed("podcast");
    club.deps.stores.users.delete(mia.user.id);
    expect((await fetchPath(thirdFeed)).status).toBe(404);
  });

  test("opens no other feed, file or future book", async () => {
    const [podcast, opds] = [await createFeed("podcast"), await createFeed("opds")];
    const tokenOf = (path: string) => path.split("/")[2] ?? "";
    const invalidUrls = [
      `/feeds/${tokenOf(podcast)}/opds`,
      `/feeds/${tokenOf(opds)}/podcast.xml`,
      `/feeds/${tokenOf(podcast)}/ebook/${club.bookId}.epub`,
      `/feeds/${tokenOf(opds)}/audiobook/${club.bookId}.m4b`,
      `/feeds/${tokenOf(podcast)}/audiobook/${club.bookId + 1}.m4b`,
      `/feeds/${tokenOf(podcast).slice(0, 20)}/podcast.xml`,
      `/feeds/${tokenOf(podcast)}x/podcast.xml`,
      `/feeds/${tokenOf(podcast)}/audiobook/..%2f..%2fbookclub.db`,
    ];
    for (const path of invalidUrls) {
      const { status, headers } = await fetchPath(path);
      // the book may have a file later
      expect([path, status, headers.get("cache-control")]).toEqual([path, 404, "no-store"]);
    }
    for (const headers of [{ cookie: `session=${tokenOf(podcast)}` }, { authorization: `Bearer ${tokenOf(podcast)}` }])
      expect((await fetchPath("/api/posts", headers)).status).toBe(401);
  });

  test("responds to HEAD with the length of GET", async () => {
    const opds = await createFeed("opds");
    const addresses = [await createFeed("podcast"), opds, `${opds}.json`];
    addresses.push(new URL((await jsonOf(mia.call("POST", "/api/profile/calendar"))).url).pathname);
    for (const path of addresses) {
      const [getResponse, headResponse] = [await fetchPath(path), await fetchPath(path, {}, "HEAD")];
      const { length } = Buffer.from(await getResponse.arrayBuffer());
      expect([getResponse.status, headResponse.headers.get("content-length"), await headResponse.text()]).toEqual([
        200,
        String(length),
        "",
      ]);
    }
  });

  test("responds to HEAD with no length if nothing has changed", async () => {
    const path = new URL((await jsonOf(mia.call("POST", "/api/profile/calendar"))).url).pathname;
    const response = await fetchPath(path, { "if-none-match": "*" }, "HEAD");
    expect([response.status, response.headers.get("content-length")]).toEqual([304, null]);
  });

  test("says when it was last fetched and by what", async () => {
    const path = await createFeed("podcast");
    await fetchPath(path, { "user-agent": "AntennaPod/3.4\u00e9" });
    expect(await jsonOf(mia.call("GET", "/api/profile/feeds/podcast"))).toMatchObject({
      lastFetchedAt: "2026-03-10T12:00:00.000Z",
      lastFetchedBy: "AntennaPod/3.4",
    });
    expect(await jsonOf(mia.call("GET", "/api/profile/feeds/opds"))).toMatchObject({ url: null, lastFetchedAt: null });
  });

  test("is limited to 60 fetches a minute, and never logged", async () => {
    const path = await createFeed("podcast");
    const responses = await Promise.all(Array.from({ length: 1000 }, () => fetchPath(path)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(940);
    expect(club.logged.join("\n")).not.toContain(path.split("/")[2] ?? "?");
  });
});
