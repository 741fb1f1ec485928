import { describe, expect, test } from "bun:test";

import type { Book } from "#contract/books.ts";
import { createClub } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";
import { png } from "#tests/support/images.ts";
import { startIsbnServices } from "#tests/support/isbn-services.ts";

const { club, ada, mia } = eachClub(["ada", "mia"]);

const emma = { title: "Emma", author: "Jane Austen", month: "2026-03" };
const createBook = async (book: object = emma): Promise<Book> => (await ada.call("POST", "/api/books", book)).json();

test("lets only an admin create the book that members see", async () => {
  expect((await club.visitor.call("POST", "/api/books", emma)).status).toBe(401);
  expect((await mia.call("POST", "/api/books", emma)).status).toBe(403);
  const response = await ada.call("POST", "/api/books", {
    ...emma,
    synopsis: "A match is made.",
    isbn: "9780141439587",
  });
  expect(response.status).toBe(201);
  const book: Book = await response.json();
  expect(book).toMatchObject({ ...emma, isbn: "9780141439587", coverImage: null, ebookFilename: null });
  expect(await (await mia.call("GET", "/api/books/current")).json()).toEqual(book);
});

test("keeps the current book until the next book's month", async () => {
  await createBook();
  await createBook({ ...emma, title: "Persuasion", month: "2026-04" });
  const getCurrentBook = async (): Promise<Book> => (await mia.call("GET", "/api/books/current")).json();
  expect((await getCurrentBook()).title).toBe("Emma");
  club.setTime("2026-04-01T03:59:00Z");
  expect((await getCurrentBook()).title).toBe("Emma");
  club.setTime("2026-04-01T04:01:00Z");
  expect((await getCurrentBook()).title).toBe("Persuasion");
});

test("lists every book briefly in the picker, for admins only", async () => {
  const firstBook = await createBook();
  const secondBook = await createBook({ ...emma, title: "Persuasion", month: "2026-04" });
  expect((await club.visitor.call("GET", "/api/books")).status).toBe(401);
  expect((await mia.call("GET", "/api/books")).status).toBe(403);
  expect((await mia.call("GET", `/api/books/${firstBook.id}`)).status).toBe(403);
  expect(await (await ada.call("GET", "/api/books")).json()).toEqual([
    { id: secondBook.id, title: "Persuasion", author: "Jane Austen", month: "2026-04" },
    { id: firstBook.id, ...emma },
  ]);
  expect(await (await ada.call("GET", `/api/books/${firstBook.id}`)).json()).toEqual(firstBook);
});

test("changes only the given fields, so two edits both stay", async () => {
  const { id } = await createBook();
  const path = `/api/books/${id}`;
  expect((await mia.call("PATCH", path, { title: "x" })).status).toBe(403);
  await Promise.all([
    ada.call("PATCH", path, { title: "  Emma, annotated " }),
    ada.call("PATCH", path, { audiobookNarrator: "Emma Thompson" }),
  ]);
  expect(await (await ada.call("GET", path)).json()).toMatchObject({
    title: "Emma, annotated",
    author: "Jane Austen",
    audiobookNarrator: "Emma Thompson",
  });
});

test("a field another admin has changed isn't overwritten unseen", async () => {
  const { id } = await createBook();
  const seenValues = { synopsis: "", coverImage: null };
  expect((await ada.call("PATCH", `/api/books/${id}`, { synopsis: "She meddles.", was: seenValues })).status).toBe(200);
  const refusedResponse = await ada.call("PATCH", `/api/books/${id}`, {
    synopsis: "He rows.",
    author: "K. G.",
    was: seenValues,
  });
  expect(refusedResponse.status).toBe(409);
  expect((await refusedResponse.json()).errors).toMatchObject([{ path: "/synopsis" }]);
  const storedBook: Book = await (await ada.call("GET", `/api/books/${id}`)).json();
  expect(storedBook).toMatchObject({ synopsis: "She meddles.", author: "Jane Austen" });
  const seenFields = { synopsis: "She meddles.", coverImage: null };
  const saveResponse = await ada.call("PATCH", `/api/books/${id}`, { synopsis: "He rows.", was: seenFields });
  expect(await saveResponse.json()).toMatchObject({ synopsis: "He rows." });
});

test("doesn't detach a file another admin has uploaded since", async () => {
  const { id } = await createBook();
  const file = { path: "books/1/b.epub", size: 1, sha256: "b", uploadedAt: "2026-03-02T00:00:00.000Z" };
  club.deps.stores.books.replaceFile(id, "ebook", { ...file, filename: "new.epub" }, null);
  const detachFile = (filename: string) =>
    ada.call("PATCH", `/api/books/${id}`, { ebookFilename: null, was: { ebookFilename: filename } });
  expect((await detachFile("old.epub")).status).toBe(409);
  expect(club.deps.stores.books.find(id)?.ebookFilename).toBe("new.epub");
  expect((await detachFile("new.epub")).status).toBe(200);
  expect(club.deps.stores.books.find(id)?.ebookFilename).toBeNull();
});

test("rejects an invalid book with an error per field", async () => {
  const invalidBodies: [object | string, string][] = [
    [{ author: "A", month: "2026-03" }, "/title"],
    [{ ...emma, title: "   " }, "/title"],
    [{ ...emma, author: "" }, "/author"],
    [{ ...emma, title: "two\nlines" }, "/title"],
    [{ ...emma, month: "2026-13" }, "/month"],
    [{ ...emma, isbn: "978-0" }, "/isbn"],
    [{ ...emma, title: ["Emma"] }, "/title"],
    [{ ...emma, coverImage: "javascript:alert(1)" }, "/coverImage"],
    [{ ...emma, coverImage: "https://example.org/x.png" }, "/coverImage"],
    [{ ...emma, coverImage: `/api/covers/${"0".repeat(64)}.webp` }, "/coverImage"],
    [{ ...emma, synopsis: "x".repeat(20_001) }, "/synopsis"],
  ];
  for (const [body, path] of invalidBodies) {
    const response = await ada.call("POST", "/api/books", body);
    expect(`${JSON.stringify(body).slice(0, 60)} ${response.status}`).toEndWith(" 422");
    expect((await response.json()).errors.map((error: { path: string }) => error.path)).toContain(path);
  }
  expect(await (await ada.call("GET", "/api/books")).json()).toEqual([]);
});

test("rejects an empty change, an unknown field or a filename", async () => {
  const { id } = await createBook();
  const months = ["2026-13", "2026-00", "2026-3", "26-03", "0x10", ""].map((month) => ({ month }));
  for (const body of [{}, [], "null", { ebookFilename: "other.epub" }, { month: null }, { title: "" }, ...months])
    expect((await ada.call("PATCH", `/api/books/${id}`, body)).status).toBe(422);
});

test("an odd or unknown id is a 404, whatever the body", async () => {
  for (const id of ["0", "-1", "1e3", "0x10", "9007199254740993", "%00", "4711"])
    expect((await ada.call("PATCH", `/api/books/${id}`, { title: "x" })).status).toBe(404);
});

test("creates one book of two equal calls (B02)", async () => {
  const responses = await Promise.all([1, 2].map(() => ada.call("POST", "/api/books", emma)));
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  const getCurrentBook = async (): Promise<Book> => (await mia.call("GET", "/api/books/current")).json();
  const { id } = await getCurrentBook();
  for (let call = 0; call < 5; call += 1) expect((await getCurrentBook()).id).toBe(id);
  expect(await (await ada.call("GET", "/api/books")).json()).toHaveLength(1);
  expect((await ada.call("POST", "/api/books", { ...emma, synopsis: "Another one" })).status).toBe(201);
  expect(await (await ada.call("GET", "/api/books")).json()).toHaveLength(2);
});

describe("a sent cover", () => {
  test("that is empty means none, in a new book and a change", async () => {
    const createResponse = await ada.call("POST", "/api/books", { ...emma, coverImage: "" });
    expect(createResponse.status).toBe(201);
    const { id, coverImage } = await createResponse.json();
    expect(coverImage).toBeNull();
    const response = await ada.call("PATCH", `/api/books/${id}`, { coverImage: "" });
    expect(response.status).toBe(200);
    expect((await response.json()).coverImage).toBeNull();
  });

  test("copies a lookup service's cover, rejects other sites", async () => {
    const image = await png();
    const service = startIsbnServices({ "/cover": () => new Response(new Uint8Array(image)) });
    const fetchingClub = await createClub({ environment: service.environment });
    const admin = fetchingClub.admin();
    const sendBook = (coverImage: string) => admin.call("POST", "/api/books", { ...emma, coverImage });
    const createResponse = await sendBook(`${service.url}/cover/1.jpg`);
    expect(createResponse.status).toBe(201);
    expect((await createResponse.json()).coverImage).toMatch(/^\/api\/covers\/[0-9a-f]{64}\.webp$/);
    for (const address of ["https://example.org/c.jpg", `${service.url}/none`, "//x/c.jpg", "/etc/passwd", "data:,x"])
      expect((await sendBook(address)).status).toBe(422);
    expect(service.asked).toEqual(["/cover/1.jpg", "/none"]);
    fetchingClub.close();
    await service.stop();
  });
});

test("detaches a file by null, with its length and chapters", async () => {
  const { id } = await createBook();
  const uploadedAt = "2026-03-01T00:00:00.000Z";
  for (const kind of ["ebook", "audiobook"] as const)
    club.deps.stores.books.replaceFile(
      id,
      kind,
      { filename: `emma-${kind}`, path: `books/${id}/${kind}`, size: 10, sha256: "00", uploadedAt },
      kind === "audiobook" ? { seconds: 60, chapters: [{ title: "One", start: 0 }] } : null,
    );
  const changeResponse = await ada.call("PATCH", `/api/books/${id}`, { audiobookFilename: null });
  expect(await changeResponse.json()).toMatchObject({
    audiobookFilename: null,
    audiobookSize: null,
    audiobookSeconds: null,
    chapters: [],
    ebookFilename: "emma-ebook",
  });
  await ada.call("PATCH", `/api/books/${id}`, { ebookFilename: null, title: "Emma again" });
  expect(club.deps.stores.listReferencedFiles()).toEqual([]);
});
