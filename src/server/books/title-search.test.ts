import { expect, test } from "bun:test";

import type { FoundBook } from "#contract/books.ts";
import { png } from "#tests/support/images.ts";
import { isbnClubs, openLibraryFinds } from "#tests/support/isbn-services.ts";

const image = new Uint8Array(await png());

const { club, services, open } = isbnClubs();

async function setUp(replies: Parameters<typeof open>[0]) {
  await open(replies);
  const mia = club.member();
  const search = (q: string, who = mia) => who.call("GET", `/api/books/search?${new URLSearchParams({ q })}`);
  return { club, mia, search, asked: services.asked };
}

test("finds a book by title, with its details and our cover", async () => {
  const { search, mia, asked } = await setUp({
    "/search.json": openLibraryFinds({ title: "Emma", cover: 12 }, { title: "Emma:\u0000 a life" }),
    "/b/id/12-L.jpg": () => new Response(image),
  });
  const response = await search("  emma & austen ");
  expect(response.status).toBe(200);
  const foundBooks: FoundBook[] = await response.json();
  const facts = { author: "Jane Austen", isbn: "9780141439587", year: 1815, pages: 474 };
  expect(foundBooks).toEqual([
    { title: "Emma", ...facts, cover: expect.stringMatching(/^\/api\/covers\/[0-9a-f]{64}\.webp$/) },
    { title: "Emma: a life", ...facts, cover: null },
  ]);
  expect((await mia.call("GET", foundBooks[0]?.cover ?? "")).headers.get("content-type")).toBe("image/webp");
  const [address = ""] = asked;
  expect(new URL(address, "http://x").searchParams.get("q")).toBe("emma & austen");
});

test("returns at most ten books, and no audio or video", async () => {
  const manyBooks = openLibraryFinds(...Array.from({ length: 14 }, (_, at) => ({ title: `Emma ${at}` })));
  const { search } = await setUp({ "/search.json": { docs: [{ title: 7 }, null, ...manyBooks.docs] } });
  const foundBooks: FoundBook[] = await (await search("emma")).json();
  expect(foundBooks.length).toBe(10);
});

test.each([
  ["fails", () => new Response("oops", { status: 500 })],
  ["limits requests", () => new Response("", { status: 429 })],
  ["sends a web page", () => new Response("<html>")],
])("returns 502 with a message when Open Library %s", async (_description, respond) => {
  const { search } = await setUp({ "/search.json": respond });
  const response = await search("emma");
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({
    message: "Open Library can't be reached right now. Try again later, or type the title.",
  });
});

test("doesn't search for too short or too long a title", async () => {
  const { search, asked } = await setUp({});
  for (const q of ["", " e ", "x".repeat(101), "em\nma"]) expect([q, (await search(q)).status]).toEqual([q, 422]);
  expect(asked).toEqual([]);
});

test("counts as a lookup: thirty an hour, unlimited for admins", async () => {
  const { search, club: searchClub } = await setUp({ "/search.json": openLibraryFinds() });
  const statuses = new Set<number>();
  for (let call = 0; call < 30; call += 1) statuses.add((await search("emma")).status);
  expect([...statuses]).toEqual([200]);
  expect((await search("emma")).status).toBe(429);
  expect((await search("emma", searchClub.admin())).status).toBe(200);
});
