import { afterAll, beforeAll, expect, test } from "bun:test";

import { smallCoverUrl } from "#contract/call-url.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";

let club: Club;
let admin: Person;
beforeAll(async () => {
  club = await createClub();
  admin = club.admin();
  club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-03-01T00:00:00Z");
});
afterAll(() => club.close());

async function uploadCover(width: number, height: number): Promise<string> {
  const cover = { name: "cover", filename: "c.png", data: await png(width, height) };
  return (await (await sendForm(club, admin, "/api/upload/cover", multipart([cover]))).json()).url;
}
const fetchPath = (path: string) => admin.call("GET", path);

test("a cover is sent small to lists, and never enlarged", async () => {
  const [largeCover, smallestCover] = [
    smallCoverUrl(await uploadCover(800, 1200)),
    smallCoverUrl(await uploadCover(60, 90)),
  ];
  const firstResponse = await fetchPath(largeCover);
  expect(firstResponse.headers.get("content-type")).toBe("image/webp");
  expect(firstResponse.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  const bytes = await firstResponse.bytes();
  expect(await new Bun.Image(bytes).metadata()).toEqual({ format: "webp", width: 480, height: 720 });
  expect(await (await fetchPath(largeCover)).bytes()).toEqual(bytes);
  expect(await new Bun.Image(await (await fetchPath(smallestCover)).bytes()).metadata()).toMatchObject({
    width: 60,
    height: 90,
  });
});

test("only stored covers have a small one", async () => {
  expect((await fetchPath(smallCoverUrl(`/api/covers/${"0".repeat(64)}.webp`))).status).toBe(404);
  for (const name of ["cover.webp", "..%2fbookclub.db"])
    expect((await fetchPath(`/api/covers/small/${name}`)).status).toBeGreaterThanOrEqual(404);
  expect(smallCoverUrl("https://example.org/a.webp")).toBe("https://example.org/a.webp");
});
