import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";

import { createIsbnSources } from "#server/adapters/isbn.ts";
import { createClub } from "#tests/support/club.ts";
import { png } from "#tests/support/images.ts";
import { googleBook, isbnClubs, openLibraryBook } from "#tests/support/isbn-services.ts";
import { packedZeros } from "#tests/support/zip.ts";

const image = new Uint8Array(await png());
const ISBN = "9780141439587";

const { club, services, open } = isbnClubs();

/** A club with one local stub for both services. A reply can refer to `/cover` by its path. */
async function setUp(replies: Parameters<typeof open>[0]) {
  await open(replies);
  const admin = club.admin();
  const lookUp = (isbn: string) => admin.call("GET", `/api/books/isbn/${isbn}`);
  return { admin, lookUp, asked: services.asked, url: services.url };
}

describe("a book's details", () => {
  test("has Open Library's fields, Google's synopsis, our cover", async () => {
    const { lookUp, admin } = await setUp({
      "/api/books": () => Response.json(openLibraryBook(ISBN, `${services.url}/cover/1-L.jpg`)),
      "/volumes": googleBook(),
      "/cover": () => new Response(image),
    });
    const response = await lookUp("978-0-14-143958-7");
    expect(response.status).toBe(200);
    const book = await response.json();
    expect(book).toEqual({
      title: "Emma: A novel",
      author: "Jane Austen",
      synopsis: "Handsome, clever & rich.\n\nShe meddles.",
      isbn: ISBN,
      coverImage: expect.stringMatching(/^\/api\/covers\/[0-9a-f]{64}\.webp$/),
    });
    expect((await admin.call("GET", book.coverImage)).headers.get("content-type")).toBe("image/webp");
  });

  test("only to Google is found while Open Library fails", async () => {
    const { lookUp } = await setUp({ "/api/books": new Response("oops", { status: 500 }), "/volumes": googleBook() });
    expect(await (await lookUp(ISBN)).json()).toMatchObject({ title: "Emma (Google)", author: "J. Austen" });
  });

  test("only to Open Library is found while Google limits requests", async () => {
    const { lookUp } = await setUp({
      "/api/books": openLibraryBook(ISBN),
      "/volumes": new Response("", { status: 429 }),
    });
    const book = await (await lookUp(ISBN)).json();
    expect(book).toEqual({ title: "Emma: A novel", author: "Jane Austen", synopsis: "", isbn: ISBN });
    expect(club.logged.join("\n")).toContain(
      '"service":"Google Books","fault":"rate-limited","error":"Error: HTTP 429"',
    );
  });

  test("isn't slowed by a description of half a tag or spaces", async () => {
    for (const description of ["<p".repeat(250_000), `${" ".repeat(300_000)}x\n${" ".repeat(300_000)}y`]) {
      const { lookUp } = await setUp({
        "/volumes": { items: [{ volumeInfo: { title: "Emma", description } }] },
      });
      expect((await (await lookUp(ISBN)).json()).synopsis).toMatch(/^(?:<p|x\n\ny$)/);
      club.close();
      await services.stop();
    }
  });

  test("is looked up by 13 digits, however it was typed", async () => {
    const { lookUp, asked } = await setUp({ "/api/books": openLibraryBook(ISBN) });
    for (const typedIsbn of ["0-14-143958-0", "0141439580", "978 0 14 143958 7", "%20978\u20110141439587"])
      expect((await lookUp(typedIsbn)).status).toBe(200);
    expect(new Set(asked.filter((path) => path.startsWith("/api")))).toEqual(
      new Set([`/api/books?format=json&jscmd=data&bibkeys=ISBN:${ISBN}`]),
    );
  });

  test.each([
    ["javascript:alert(1)"],
    ["data:image/png;base64,AAAA"],
    ["file:///etc/passwd"],
    ["http://169.254.169.254/latest"],
    ["http://127.0.0.1:1/x"],
    ["http://2130706433/x"],
    ["http://0x7f.1/x"],
    ["http://0/x"],
    ["http://[::ffff:127.0.0.1]/x"],
    ["http://localhost:1/x"],
    ["no address"],
  ])("but names the cover %s has none", async (cover) => {
    const { lookUp } = await setUp({ "/api/books": openLibraryBook(ISBN, cover) });
    const book = await (await lookUp(ISBN)).json();
    expect(book).toMatchObject({ title: "Emma: A novel" });
    expect(book.coverImage).toBeUndefined();
  });

  test("follows the service's redirects for a cover on its hosts", async () => {
    const { lookUp } = await setUp({
      "/api/books": () => Response.json(openLibraryBook(ISBN, `${services.url}/cover`)),
      "/cover": () => new Response(null, { status: 302, headers: { location: "/elsewhere" } }),
      "/elsewhere": () => new Response(image),
    });
    expect((await (await lookUp(ISBN)).json()).coverImage).toMatch(/^\/api\/covers\//);
  });

  test.each<[string, () => Response]>([
    ["redirects to a stranger", () => Response.redirect("http://127.0.0.2:9/c.jpg")],
    ["redirects for ever", () => new Response(null, { status: 302, headers: { location: "/cover" } })],
    ["redirects to nowhere", () => new Response(null, { status: 302, headers: { location: "http://" } })],
    ["is gone", () => new Response("", { status: 404 })],
    ["is a web page", () => new Response("<script>alert(1)</script>", { headers: { "content-type": "image/png" } })],
    ["is larger than 8 MB", () => new Response(new Uint8Array(9 * 1024 * 1024))],
  ])("but whose cover %s has none", async (_, cover) => {
    const { lookUp } = await setUp({
      "/api/books": () => Response.json(openLibraryBook(ISBN, `${services.url}/cover`)),
      "/cover": cover,
      "/elsewhere": () => new Response(image),
    });
    const book = await (await lookUp(ISBN)).json();
    expect(book.title).toBe("Emma: A novel");
    expect(book.coverImage).toBeUndefined();
  });
});

describe("rejected before any request", () => {
  test.each([
    ["", "Please enter an ISBN"],
    ["%20", "Please enter an ISBN"],
    ["9780141439588", "This ISBN isn't valid: please check its digits."],
    ["014143958X", "This ISBN isn't valid: please check its digits."],
    ["123", "An ISBN has 10 or 13 digits."],
    ["97801414395870", "An ISBN has 10 or 13 digits."],
    ["..%2f..%2fetc", "An ISBN has 10 or 13 digits."],
    ["0141439580%26key=x", "An ISBN has 10 or 13 digits."],
    ["1".repeat(5000), "An ISBN has 10 or 13 digits."],
    ["%00", "An ISBN has 10 or 13 digits."],
  ])("%j", async (typedIsbn, message) => {
    const { lookUp, asked } = await setUp({});
    const response = await lookUp(typedIsbn);
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ message, errors: [{ path: "/isbn", message }] });
    expect(asked).toEqual([]);
  });

  test("to a visitor", async () => {
    const { asked } = await setUp({});
    expect((await club.visitor.call("GET", `/api/books/isbn/${ISBN}`)).status).toBe(401);
    expect(asked).toEqual([]);
  });

  test("to a member the 31st time in an hour, but never to an admin", async () => {
    const { lookUp } = await setUp({});
    const mia = club.member();
    const statuses: number[] = [];
    for (let call = 0; call < 31; call += 1)
      statuses.push((await mia.call("GET", "/api/books/isbn/123")).status, (await lookUp("123")).status);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 422));
    expect(statuses.slice(60)).toEqual([429, 422]);
  });
});

describe("an accurate message (B04)", () => {
  const gzip = gzipSync("");
  const bomb = Buffer.concat([gzip.subarray(0, 10), packedZeros(300), gzip.subarray(-8)]);
  let byteCount = 0;
  const respondEndlessly = () =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          byteCount += 1;
          controller.enqueue(new Uint8Array(2 ** 20));
          if (byteCount === 50) controller.close();
        },
      }),
    );
  const redirectTo = (location: string) => () => new Response(null, { status: 302, headers: { location } });
  const respondHtml = () => new Response("<html>", { headers: { "content-type": "text/html" } });
  test.each<[string, () => Response | Promise<Response>, number, RegExp]>([
    ["when nobody knows it", () => Response.json({}), 404, /^Neither Open Library nor Google Books knows/],
    ["for 404", () => new Response("", { status: 404 }), 404, /^Neither Open Library/],
    ["when requests are limited", () => new Response("", { status: 429 }), 503, /too many requests/],
    ["for an error of theirs", () => new Response("", { status: 500 }), 502, /couldn't be reached/],
    ["for a web page", respondHtml, 502, /couldn't be reached/],
    ["for JSON of another shape", () => Response.json([{ a: 1 }]), 502, /couldn't be reached/],
    ["for more than a megabyte", () => new Response(new Uint8Array(50_000_000)), 502, /couldn't be reached/],
    [
      "for a bomb of 300 MiB",
      () => new Response(bomb, { headers: { "content-encoding": "gzip" } }),
      502,
      /couldn't be reached/,
    ],
    ["for a redirect to a file", redirectTo("file:///etc/passwd"), 502, /couldn't be reached/],
    ["for a redirect to a service of this machine", redirectTo("http://127.0.0.1:1/"), 502, /couldn't be reached/],
  ])("%s", async (_, respond, status, message) => {
    const { lookUp } = await setUp({ "/api/books": respond, "/volumes": respond });
    const response = await lookUp(ISBN);
    expect(response.status).toBe(status);
    expect((await response.json()).message).toMatch(message);
    expect(response.headers.get("retry-after")).toBe(status === 503 ? "60" : null);
  });

  test("for an endless response, after a megabyte", async () => {
    const { lookUp } = await setUp({ "/api/books": respondEndlessly });
    expect((await lookUp(ISBN)).status).toBe(502);
    expect(byteCount).toBeLessThan(50);
  });

  test("when nothing listens", async () => {
    const { lookUp } = await setUp({});
    await services.stop();
    expect((await lookUp(ISBN)).status).toBe(502);
  });

  test("when they hang, after a timeout", async () => {
    const respondNever = () => new Promise<Response>(() => {});
    const { url } = await setUp({ "/api/books": respondNever, "/volumes": respondNever });
    const addresses = { openLibraryUrl: url, googleBooksUrl: url, googleBooksKey: null };
    const impatientClub = await createClub({ own: { isbn: createIsbnSources(addresses, 100) } });
    const response = await impatientClub.admin().call("GET", `/api/books/isbn/${ISBN}`);
    impatientClub.close();
    expect(response.status).toBe(504);
    expect((await response.json()).message).toContain("Open Library didn't answer within 5 seconds");
  });
});
