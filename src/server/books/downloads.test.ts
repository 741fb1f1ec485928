import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync, truncateSync } from "node:fs";

import { parse } from "content-disposition";

import { fileResponse } from "#server/http/file-response.ts";
import { findMissingOrTruncatedFiles } from "#server/storage/stored-files.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { inspectHere } from "#tests/support/inspect-here.ts";
import { m4b } from "#tests/support/m4b.ts";

let club: Club;
let admin: Person;
let server: Bun.Server<undefined>;
let bookId: number;

const audiobookBytes = m4b({ title: "Emma", seconds: 1, padding: 50_000 });
const ebookBytes = epub({ title: "Emma" });
const size = audiobookBytes.length;

beforeAll(async () => {
  club = await createClub({ own: { sandbox: inspectHere } });
  admin = club.admin();
  // Bun handles some ranges and HEAD itself, so requests go through a socket
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => club.handler.fetch(request) });
  bookId = await addBook("The Old Man and the Sea");
});
afterAll(async () => {
  await server.stop(true);
  club.close();
});

async function addBook(title: string): Promise<number> {
  const { id } = club.deps.stores.books.insert({ title, author: "A", month: "2026-03" }, "2026-03-01");
  const field = { name: "bookId", data: String(id) };
  await sendForm(
    club,
    admin,
    "/api/upload/ebook",
    multipart([field, { name: "ebook", filename: "a.epub", data: ebookBytes }]),
  );
  const audiobook = { name: "audiobook", filename: "a.m4b", data: audiobookBytes };
  await sendForm(club, admin, "/api/upload/audiobook", multipart([field, audiobook]));
  return id;
}

function get(path: string, headers: Record<string, string> = {}, method = "GET", cookie = admin.cookie) {
  return fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { cookie, ...headers } });
}
const fetchAudio = (headers?: Record<string, string>, method?: string) =>
  get(`/api/download/audiobook/${bookId}`, headers, method);
const expectSameBytes = async (response: Response, expected: Uint8Array) =>
  expect(Buffer.from(await response.bytes()).equals(Buffer.from(expected))).toBe(true);

test("HEAD doesn't read the file", () => {
  const request = new Request("http://club/a", { method: "HEAD" });
  expect(fileResponse(request, { path: "/a", size: 7, etag: "a", headers: {} }).body).toBeNull();
});

describe("a whole file", () => {
  test("an audiobook comes byte for byte, with its type and name", async () => {
    const response = await fetchAudio();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "audio/mp4",
      "content-length": String(size),
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache",
      "content-disposition": "attachment; filename=The_Old_Man_and_the_Sea_audiobook.m4b",
      "x-content-type-options": "nosniff",
      etag: expect.stringMatching(/^"[0-9a-f]{16}"$/),
    });
    expect(response.headers.get("content-range")).toBeNull();
    await expectSameBytes(response, audiobookBytes);
  });

  test("an eBook comes byte for byte, as an attachment in a sandbox", async () => {
    const response = await get(`/api/download/ebook/${bookId}`);
    expect(response.headers.get("content-type")).toBe("application/epub+zip");
    expect(response.headers.get("content-security-policy")).toStartWith("sandbox; default-src 'none'; ");
    expect(response.headers.get("content-disposition")).toStartWith(
      'attachment; filename="The Old Man and the Sea.epub"',
    );
    await expectSameBytes(response, ebookBytes);
  });

  test("a cover may be cached forever", async () => {
    const cover = { name: "cover", filename: "c.png", data: await png() };
    const { url } = await (await sendForm(club, admin, "/api/upload/cover", multipart([cover]))).json();
    const response = await get(url);
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(response.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
    expect((await get(url.replace(/[0-9a-f]\.webp/, ".webp"))).status).toBe(404);
    expect((await get(`/api/covers/${"0".repeat(64)}.webp`)).status).toBe(404);
  });
});

test("sends the security headers with every file (C05)", async () => {
  const etag = (await fetchAudio()).headers.get("etag") ?? "";
  const responses = [
    await fetchAudio(),
    await fetchAudio({ range: "bytes=0-9" }),
    await fetchAudio({ "if-none-match": etag }),
    await fetchAudio({ range: `bytes=${size}-` }),
    await fetchAudio({}, "HEAD"),
    await get(`/api/download/ebook/${bookId}`),
    await get("/api/download/ebook/999"),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 206, 304, 416, 200, 200, 404]);
  for (const { headers } of responses) {
    const policy = headers.get("content-security-policy");
    for (const rule of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toMatch(/^(?:private, no-cache|no-store)$/);
  }
});

describe("a range of a file (D01)", () => {
  test.each<[string, number, number]>([
    ["bytes=0-0", 0, 0],
    ["bytes=0-1", 0, 1],
    ["bytes=100-199", 100, 199],
    ["bytes=-5", size - 5, size - 1],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    [`bytes=5-${"9".repeat(30)}`, 5, size - 1],
  ])("%s is answered with 206 and exactly those bytes", async (range, start, end) => {
    const response = await fetchAudio({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get("content-range")).toBe(`bytes ${start}-${end}/${size}`);
    expect(response.headers.get("content-length")).toBe(String(end - start + 1));
    await expectSameBytes(response, audiobookBytes.subarray(start, end + 1));
  });

  test.each([`bytes=${size}-`, "bytes=-0", `bytes=${"9".repeat(30)}-`])("%s is answered with 416", async (range) => {
    const response = await fetchAudio({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe(`bytes */${size}`);
    expect(typeof (await response.json()).message).toBe("string");
  });

  test.each(["bytes=9-2", "bytes=0-1,5-6", "items=0-5", "bytes=", "rubbish", "bytes=0x1-2"])(
    "%s is ignored",
    async (range) => {
      const response = await fetchAudio({ range });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-range")).toBeNull();
      await expectSameBytes(response, audiobookBytes);
    },
  );
});

describe("conditional requests (D02)", () => {
  test("responds to If-None-Match with 304 for the same file only", async () => {
    const etag = (await fetchAudio()).headers.get("etag") ?? "";
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
      const response = await fetchAudio({ "if-none-match": value });
      expect(response.status).toBe(304);
      expect(response.headers.get("etag")).toBe(etag);
      expect(await response.text()).toBe("");
    }
    expect((await fetchAudio({ "if-none-match": '"x"' })).status).toBe(200);
  });

  test("responds to If-Range with the range of the same file only", async () => {
    const etag = (await fetchAudio()).headers.get("etag") ?? "";
    const partialResponse = await fetchAudio({ range: "bytes=0-9", "if-range": etag });
    expect(partialResponse.status).toBe(206);
    for (const staleTag of ['"x"', `W/${etag}`, "Wed, 21 Oct 2015 07:28:00 GMT"]) {
      const wholeResponse = await fetchAudio({ range: "bytes=0-9", "if-range": staleTag });
      expect(wholeResponse.status).toBe(200);
      await expectSameBytes(wholeResponse, audiobookBytes);
    }
  });

  test("HEAD has the headers of GET and no body", async () => {
    const names = ["content-type", "content-length", "etag", "accept-ranges", "content-disposition", "cache-control"];
    const [getResponse, head] = [await fetchAudio(), await fetchAudio({}, "HEAD")];
    expect(head.status).toBe(200);
    expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => getResponse.headers.get(name)));
    expect(await head.text()).toBe("");
    expect((await fetchAudio({ range: "bytes=0-9" }, "HEAD")).headers.get("content-length")).toBe(String(size));
  });
});

describe("rejected in JSON", () => {
  test.each(["ebook", "audiobook"])(
    "to visitors and ended sessions, ranges and conditions too (D07; %s)",
    async (kind) => {
      const signedOutMember = club.member(`gone-${kind}`);
      expect(
        (await get(`/api/download/${kind}/${bookId}`, { range: "bytes=0-1" }, "GET", signedOutMember.cookie)).status,
      ).toBe(206);
      await signedOutMember.call("POST", "/api/auth/logout");
      for (const cookie of ["", signedOutMember.cookie])
        for (const headers of [{}, { range: "bytes=0-1" }, { "if-none-match": "*" }]) {
          const response = await get(`/api/download/${kind}/${bookId}`, headers, "GET", cookie);
          expect(response.status).toBe(401);
          expect(await response.json()).toEqual({ message: "You are not signed in." });
        }
    },
  );

  test.each(["0", "-1", "0x1", "1e0", "999", "99999999999", "1.0", "abc", "%00", "..%2f1"])(
    "a book that is not there: %s",
    async (id) => {
      const response = await get(`/api/download/audiobook/${id}`);
      expect(response.status).toBe(404);
      expect(typeof (await response.json()).message).toBe("string");
    },
  );

  test("a book without files", async () => {
    const { id } = club.deps.stores.books.insert({ title: "Bare", author: "A", month: "2026-01" }, "2026-01-01");
    const response = await get(`/api/download/ebook/${id}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: "This book has no eBook." });
  });

  test("a detached file", async () => {
    const id = await addBook("Detached");
    club.deps.stores.books.update(id, { audiobookFilename: null });
    expect((await get(`/api/download/audiobook/${id}`)).status).toBe(404);
  });

  test("a version that never existed, or isn't a time", async () => {
    const path = `/api/download/audiobook/${bookId}`;
    expect((await get(`${path}?v=2020-01-01T00:00:00.000Z`)).status).toBe(404);
    expect((await get(`${path}?v=../../etc`)).status).toBe(422);
  });

  test("a truncated or missing file is named in the log", async () => {
    const id = await addBook("Damaged");
    const path = club.deps.disk.absolute(club.deps.stores.books.findFile(id, "audiobook")?.path ?? "");
    truncateSync(path, 100);
    const cutResponse = await get(`/api/download/audiobook/${id}`);
    expect(cutResponse.status).toBe(500);
    expect((await cutResponse.json()).message).not.toContain(club.config.storageDir);
    expect(club.logged.join("\n")).toContain(`"expected":${size},"found":100`);
    expect(await findMissingOrTruncatedFiles(club.deps)).toMatchObject([{ expected: size, found: 100 }]);
    rmSync(path);
    expect((await get(`/api/download/audiobook/${id}`)).status).toBe(404);
    expect(club.logged.join("\n")).toContain(`"expected":${size},"found":null`);
    expect(await findMissingOrTruncatedFiles(club.deps)).toMatchObject([{ expected: size, found: null }]);
  });
});

test.each([
  ["Café", "Café_audiobook.m4b"],
  ["日本の本", "日本の本_audiobook.m4b"],
  ['Say "yes"\r\nSet-Cookie: x=1', "Say_-yes-_Set-Cookie-_x=1_audiobook.m4b"],
  ["🍷", "🍷_audiobook.m4b"],
  ["a/b\\c", "a-b-c_audiobook.m4b"],
  ["", "Book_audiobook.m4b"],
])("a book called %j is downloaded as %s", async (title, name) => {
  const response = await get(`/api/download/audiobook/${await addBook(title)}`);
  expect(response.status).toBe(200);
  const disposition = response.headers.get("content-disposition") ?? "";
  expect(disposition).toMatch(/^[\x20-\x7e]+$/);
  expect(parse(disposition)).toMatchObject({ type: "attachment", parameters: { filename: name } });
  expect(response.headers.get("set-cookie")).toBeNull();
});

describe("the folders of covers and photos", () => {
  test("serve images only under their hash (D08)", async () => {
    const hash = "a".repeat(64);
    for (const name of [`${hash}.webp`, ".hidden.webp", `.${hash}.webp`, "plain.webp", `${hash}.webp.html`])
      await Bun.write(club.deps.disk.absolute(`covers/${name}`), name);
    await Bun.write(club.deps.disk.absolute(`covers/sub/${hash}.webp`), "sub");
    await Bun.write(club.deps.disk.absolute("bookclub.db"), "secret");
    const statusOf = async (name: string) => (await get(`/api/covers/${name}`)).status;
    expect(await statusOf(`${hash}.webp`)).toBe(200);
    for (const name of [
      ".hidden.webp",
      "%2ehidden.webp",
      `.${hash}.webp`,
      "plain.webp",
      `${hash}.webp.html`,
      `sub/${hash}.webp`,
      `sub%2f${hash}.webp`,
      "..%2fbookclub.db",
      "%2e%2e%2fbookclub.db",
      `..%2fcovers%2f..%2f..%2fetc%2fpasswd%00${hash}.webp`,
      `${hash}.webp%00`,
      "%E0%A4%A",
      "",
    ])
      expect(`${name} ${await statusOf(name)}`).toBe(`${name} 404`);
  });

  test("serve nothing to visitors, and stay out of shared caches", async () => {
    const path = `/api/covers/${"a".repeat(64)}.webp`;
    expect((await fetch(new URL(path, server.url))).status).toBe(401);
    expect((await get(path)).headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  });
});
