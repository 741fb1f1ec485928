import { afterAll, beforeAll, expect, test } from "bun:test";

import { encode } from "fast-png";
import OPDSParser, { AcquisitionFeed, OPDSAcquisitionLink } from "opds-feed-parser";

import { createClub } from "#tests/support/club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart } from "#tests/support/forms.ts";
import { twoColors } from "#tests/support/images.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createUploadClub, filePart, type UploadClub } from "#tests/support/upload-club.ts";
import { xmlElements } from "#tests/support/xml-elements.ts";

let club: UploadClub;
beforeAll(async () => {
  club = await createUploadClub();
  await club.upload("ebook", multipart([club.id(), filePart("ebook", epub())]));
  const cover = encode({ width: 600, height: 900, channels: 3, data: twoColors(600, 900) });
  await club.upload("cover", multipart([club.id(), filePart("cover", Buffer.from(cover), "c.png")]));
  const comingBook = { title: "Coming Secret", author: "Nobody", month: "2026-04" };
  const { id } = club.deps.stores.books.insert(comingBook, "2026-03-01");
  await club.upload("ebook", multipart([club.id(id), filePart("ebook", epub())]));
});
afterAll(() => club.close());

const createFeed = async (): Promise<string> =>
  new URL((await jsonOf(club.chief.call("POST", "/api/profile/feeds/opds"))).url).pathname;
const fetchPath = (path: string) => club.visitor.call("GET", path);

test("the OPDS catalog lists this month's eBook, to be downloaded", async () => {
  const response = await fetchPath(await createFeed());
  expect(response.headers.get("content-type")).toContain("application/atom+xml;profile=opds-catalog");
  const xml = await response.text();
  expect(xml).not.toContain("Coming Secret");
  const { one, all } = xmlElements(xml);
  for (const name of ["id", "title", "updated", "author"]) expect(one(name)).toBeDefined();
  expect(all("entry")).toHaveLength(1);
  // an entry without a page of its own needs one (RFC 4287, 4.1.2)
  expect(one("content")?.attributes).toEqual({ type: "text" });
  const link = (rel: string) => all("link").find(({ attributes }) => attributes["rel"] === rel)?.attributes;
  expect(link("self")?.["href"]).toBe(link("start")?.["href"] ?? "none");
  const cover = await fetchPath(new URL(link("http://opds-spec.org/image")?.["href"] ?? "").pathname);
  const { width, height } = await new Bun.Image(await cover.bytes()).metadata();
  expect(width / height).toBeCloseTo(2 / 3, 1);
  const acquisitionLink = link("http://opds-spec.org/acquisition");
  expect(acquisitionLink?.["type"]).toBe("application/epub+zip");
  const file = await fetchPath(new URL(acquisitionLink?.["href"] ?? "").pathname);
  expect(Buffer.from(await file.bytes()).equals(epub())).toBe(true);
});

test("has the books, covers and thumbnails of OPDS 1.2 in 2.0", async () => {
  const path = await createFeed();
  const response = await fetchPath(`${path}.json`);
  expect(response.headers.get("content-type")).toBe("application/opds+json; charset=utf-8");
  const text = await response.text();
  expect(text).not.toContain("Coming Secret");
  const feed = JSON.parse(text);
  expect(feed.metadata).toMatchObject({ title: club.deps.config.clubName, numberOfItems: 1 });
  expect(new URL(feed.links[0].href).pathname).toBe(`${path}.json`);
  expect(feed.publications).toHaveLength(1);
  const [{ metadata, links, images }] = feed.publications;
  expect(metadata).toMatchObject({ title: "Emma", author: { name: "Jane Austen" } });
  expect(links).toEqual([
    {
      rel: "http://opds-spec.org/acquisition",
      href: expect.stringMatching(/\.epub$/),
      type: "application/epub+zip",
      size: epub().length,
    },
  ]);
  const bytes = await (await fetchPath(new URL(links[0].href).pathname)).bytes();
  expect(Buffer.from(bytes).equals(epub())).toBe(true);

  const { all } = xmlElements(await (await fetchPath(path)).text());
  const opds12Links = all("link").filter(({ attributes }) =>
    attributes["rel"]?.startsWith("http://opds-spec.org/image"),
  );
  const addresses = images.map(({ href }: { href: string }) => href);
  expect(opds12Links.map(({ attributes }) => attributes["href"])).toEqual(addresses);
  const sizes = await Promise.all(
    addresses.map(async (address: string) =>
      new Bun.Image(await (await fetchPath(new URL(address).pathname)).bytes()).metadata(),
    ),
  );
  expect(sizes).toEqual([
    { format: "jpeg", width: 933, height: 1400 },
    { format: "jpeg", width: 213, height: 320 },
  ]);
});

test("an empty OPDS 2.0 catalog says so", async () => {
  const emptyClub = await createClub();
  const member = emptyClub.member();
  const { pathname } = new URL((await jsonOf(member.call("POST", "/api/profile/feeds/opds"))).url);
  const feed = await jsonOf(emptyClub.visitor.call("GET", `${pathname}.json`));
  expect([feed.publications, feed.navigation[0].title]).toEqual([undefined, "No eBooks yet"]);
  emptyClub.close();
});

test("an OPDS program's parser lists the eBook and leads to it", async () => {
  const feed = await new OPDSParser().parse(await (await fetchPath(await createFeed())).text());
  if (!(feed instanceof AcquisitionFeed)) throw new Error("Not an acquisition feed.");
  expect(feed.entries.map(({ title, authors }) => [title, authors.map(({ name }) => name)])).toEqual([
    ["Emma", ["Jane Austen"]],
  ]);
  const link = feed.entries[0]?.links.find((one) => one instanceof OPDSAcquisitionLink);
  expect(link).toMatchObject({ type: "application/epub+zip" });
  const file = await fetchPath(new URL(link?.href ?? "").pathname);
  expect(Buffer.from(await file.bytes()).equals(epub())).toBe(true);
});
