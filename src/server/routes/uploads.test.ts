import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { sweepFiles } from "#server/services/stored-files.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { png } from "#tests/support/pictures.ts";
import { zip } from "#tests/support/zip.ts";

let club: Club;
let admin: Person;
let bookId: number;
beforeEach(async () => {
  club = await createClub({ environment: { MAX_UPLOAD_MB: "5" } });
  admin = club.admin();
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-03-01").id;
});
afterEach(() => club.close());

/** Everything in the storage, below it. */
const stored = () =>
  readdirSync(club.config.storageDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(club.config.storageDir.length + 1));

const file = (name: string, data: string | Uint8Array, filename = `my.${name === "ebook" ? "epub" : "m4b"}`) => ({
  name,
  filename,
  data,
});
const id = (value: number | string = bookId) => ({ name: "bookId", data: String(value) });
const upload = (kind: string, body: BodyInit, headers?: Record<string, string>) =>
  sendForm(club, admin, `/api/upload/${kind}`, body, headers);

describe("a good upload", () => {
  test("of an eBook is stored under a generated name, and offers what it says of itself", async () => {
    const cover = await png();
    const bytes = epub({ title: "Emma", cover: "c.png" }, [{ name: "OEBPS/c.png", data: cover }]);
    const response = await upload("ebook", multipart([id(), file("ebook", bytes, "My Emma é.EPUB")]));
    expect(response.status).toBe(201);
    const answer = await response.json();
    expect(answer).toEqual({
      filename: "My Emma é.EPUB",
      found: {
        title: "Emma",
        author: "Jane Austen",
        narrator: "",
        seconds: null,
        duration: "",
        chapters: [],
        cover: expect.stringMatching(/^\/api\/covers\/[0-9a-f]{64}\.webp$/),
      },
    });
    expect(await (await admin.call("GET", answer.found.cover)).headers.get("content-type")).toBe("image/webp");
    const row = club.deps.stores.books.findFile(bookId, "ebook");
    expect(row?.path).toMatch(new RegExp(`^books/${bookId}/ebook-[0-9TZ]+-[0-9a-f]{16}\\.epub$`));
    expect(row).toMatchObject({ filename: "My Emma é.EPUB", size: bytes.length });
    expect(await club.deps.disk.hash(row?.path ?? "")).toBe(row?.sha256 ?? "");
  });

  test("of an audiobook keeps length and chapters with the book", async () => {
    const chapters = [
      { title: "One", start: 0 },
      { title: "Two", start: 2 },
    ];
    const bytes = m4b({ title: "Emma", narrator: "Nora", seconds: 4, chapters, indexAtEnd: true });
    const response = await upload("audiobook", multipart([file("audiobook", bytes), id()]));
    expect(await response.json()).toMatchObject({ found: { narrator: "Nora", chapters, duration: "1 min" } });
    const book = club.deps.stores.books.find(bookId);
    expect(book).toMatchObject({ audiobookFilename: "my.m4b", chapters });
    expect(book?.audiobookSeconds).toBeCloseTo(4, 1);
    const played = await admin.call("GET", `/api/download/audiobook/${bookId}`);
    const moved = m4b({ title: "Emma", narrator: "Nora", seconds: 4, chapters });
    expect(moved.equals(Buffer.from(await played.bytes()))).toBe(true);
  });

  test("of an MP3 is served as one", async () => {
    await upload("audiobook", multipart([id(), file("audiobook", mp3(), "Emma.MP3")]));
    const played = await admin.call("GET", `/api/download/audiobook/${bookId}`);
    expect(played.headers.get("content-type")).toBe("audio/mpeg");
    expect(played.headers.get("content-disposition")).toContain('filename="Emma_audiobook.mp3"');
  });

  test("without bookId is for the current book", async () => {
    const response = await upload("ebook", multipart([file("ebook", epub())]));
    expect(response.status).toBe(201);
    expect(club.deps.stores.books.find(bookId)?.ebookFilename).toBe("my.epub");
  });

  test("of a cover for a book shows there at once, re-encoded", async () => {
    const response = await upload("cover", multipart([id(), file("cover", await png(), "c.png")]));
    expect(response.status).toBe(201);
    const { url } = await response.json();
    expect(club.deps.stores.books.find(bookId)?.coverImage).toBe(url);
  });

  test("of a cover without bookId only gives its address, for the form of a new book", async () => {
    const response = await upload("cover", multipart([file("cover", await png(), "c.png")]));
    expect(await response.json()).toEqual({ url: expect.stringContaining("/api/covers/") });
    expect(club.deps.stores.books.find(bookId)?.coverImage).toBeNull();
  });
});

describe("replacing", () => {
  const first = m4b({ title: "First", seconds: 1 });
  const second = m4b({ title: "Second", seconds: 3 });

  test("serves the new file; a player that began with the old one goes on with it for a day", async () => {
    await upload("audiobook", multipart([id(), file("audiobook", first)]));
    const began = club.deps.stores.books.find(bookId)?.audiobookUploadedAt;
    club.setTime("2026-03-11T12:00:00Z");
    await upload("audiobook", multipart([id(), file("audiobook", second)]));

    const address = `/api/download/audiobook/${bookId}`;
    expect(second.equals(Buffer.from(await (await admin.call("GET", address)).bytes()))).toBe(true);
    const goesOn = await admin.call("GET", `${address}?v=${began}`, undefined, { range: "bytes=100-199" });
    expect(goesOn.status).toBe(206);
    expect(first.subarray(100, 200).equals(Buffer.from(await goesOn.bytes()))).toBe(true);

    club.setTime("2026-03-12T11:59:00Z");
    expect(await sweepFiles(club.deps)).toBe(0);
    club.setTime("2026-03-12T12:01:00Z");
    expect(await sweepFiles(club.deps)).toBe(1);
    expect((await admin.call("GET", `${address}?v=${began}`)).status).toBe(404);
    expect((await admin.call("GET", address)).status).toBe(200);
  });

  test("with a bad file keeps the old one in service", async () => {
    await upload("audiobook", multipart([id(), file("audiobook", first)]));
    const before = stored();
    const response = await upload("audiobook", multipart([id(), file("audiobook", "no audio at all")]));
    expect(response.status).toBe(422);
    expect(stored()).toEqual(before);
    const served = await admin.call("GET", `/api/download/audiobook/${bookId}`);
    expect(first.equals(Buffer.from(await served.bytes()))).toBe(true);
  });

  test("twice at the same time leaves one of the two whole, and its row fits it", async () => {
    const bodies = [first, second, first, second].map((bytes) => multipart([id(), file("audiobook", bytes)]));
    const answers = await Promise.all(bodies.map((body) => upload("audiobook", body)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const row = club.deps.stores.books.findFile(bookId, "audiobook");
    expect(await club.deps.disk.hash(row?.path ?? "")).toBe(row?.sha256 ?? "");
    expect(await club.deps.disk.size(row?.path ?? "")).toBe(row?.size ?? -1);
  });
});

describe("refused, with nothing stored", () => {
  afterEach(() => expect(stored()).toEqual([]));

  test.each<[string, number, string, () => Parameters<typeof multipart>[0]]>([
    ["a text called .epub", 422, "ebook", () => [id(), file("ebook", "Once upon a time")]],
    ["an empty .m4b", 422, "audiobook", () => [id(), file("audiobook", "")]],
    ["a single byte called .m4b", 422, "audiobook", () => [id(), file("audiobook", "x")]],
    ["a program called .epub", 422, "ebook", () => [id(), file("ebook", "MZ\x90\0\x03")]],
    ["a web page called .mp3", 422, "audiobook", () => [id(), file("audiobook", "<!doctype html>", "a.mp3")]],
    ["an archive of anything called .epub", 422, "ebook", () => [id(), file("ebook", zip([{ name: "a", data: "b" }]))]],
    ["a video called .m4b", 422, "audiobook", () => [id(), file("audiobook", m4b({ video: "avc1" }))]],
    ["an .exe", 415, "ebook", () => [id(), file("ebook", epub(), "setup.exe")]],
    ["a double extension", 415, "ebook", () => [id(), file("ebook", epub(), "book.epub.exe")]],
    ["no extension", 415, "audiobook", () => [id(), file("audiobook", mp3(), "audiobook")]],
    ["an audiobook as eBook", 415, "ebook", () => [id(), file("ebook", mp3(), "book.mp3")]],
    ["an SVG as cover", 415, "cover", () => [id(), file("cover", "<svg onload='alert(1)'/>", "c.svg")]],
    ["a web page called .png", 415, "cover", () => [id(), file("cover", "<!doctype html>", "c.png")]],
    ["a book that is not there", 404, "ebook", () => [id(999), file("ebook", epub())]],
    ["a book id in hexadecimal", 422, "ebook", () => [file("ebook", epub()), id("0x10")]],
    ["a negative book id", 422, "ebook", () => [id("-1"), file("ebook", epub())]],
    ["an empty book id", 422, "ebook", () => [id(""), file("ebook", epub())]],
    ["two book ids", 400, "ebook", () => [id(), id(999), file("ebook", epub())]],
    ["no file", 422, "ebook", () => [id()]],
    ["a file of another name", 422, "ebook", () => [id(), file("audiobook", epub(), "my.epub")]],
    ["the file as text", 422, "ebook", () => [id(), { name: "ebook", data: "PK" }]],
    ["two files", 400, "ebook", () => [file("ebook", epub()), file("ebook", epub())]],
    ["a thousand fields", 400, "ebook", () => Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}`, data: "x" }))],
  ])("%s: %i", async (_, status, kind, parts) => {
    const response = await upload(kind, multipart(parts()));
    expect(await response.json()).toEqual(
      expect.objectContaining({ message: expect.stringMatching(/^[A-Z'].*[.'\w]$/) }),
    );
    expect(response.status).toBe(status);
  });

  test.each<[string, number, () => [BodyInit, Record<string, string>?]]>([
    ["JSON", 415, () => ["{}", { "content-type": "application/json" }]],
    ["no boundary", 400, () => [multipart([id()]), { "content-type": "multipart/form-data" }]],
    ["another boundary", 400, () => [multipart([id()]), { "content-type": "multipart/form-data; boundary=x" }]],
    ["no end", 400, () => [multipart([id(), file("ebook", epub())], "")]],
    ["a body that ends in the file", 400, () => [multipart([id(), file("ebook", epub())]).subarray(0, 600)]],
    ["a header line of a megabyte", 400, () => [multipart([file("ebook", epub(), "a".repeat(1e6))])]],
    ["nothing", 400, () => [""]],
  ])("a form with %s: %i", async (_, status, form) => {
    const response = await upload("ebook", ...form());
    expect(response.status).toBe(status);
    expect(typeof (await response.json()).message).toBe("string");
  });

  test("what is larger than the limit, by its announced length or on the way", async () => {
    const body = multipart([id(), file("ebook", Buffer.alloc(6 * 1024 * 1024))]);
    const announced = await upload("ebook", body, { "content-length": String(body.length) });
    expect(announced.status).toBe(413);
    const chunked = await upload("ebook", new Blob([body]).stream());
    expect(chunked.status).toBe(413);
    expect(await chunked.json()).toEqual({ message: expect.stringContaining("at most 5 MB") });
  });

  test("what goes on for ever outside of any part", async () => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(100_000)) });
    expect((await upload("ebook", endless)).status).toBe(413);
  });

  test("no book yet, in the words of the spec", async () => {
    club.db.run("DELETE FROM books");
    for (const kind of ["ebook", "audiobook"]) {
      const response = await upload(kind, multipart([file(kind, kind === "ebook" ? epub() : m4b())]));
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: "No current book found. Please create a book first." });
    }
  });

  test("a disk that is too full, before the body is read", async () => {
    const disk = { ...club.deps.disk, freeBytes: async () => 1000 };
    const tight = await createClub({ own: { disk } });
    const body = new ReadableStream({ pull: () => Promise.reject(new Error("was read")) }, { highWaterMark: 0 });
    const response = await sendForm(tight, tight.admin(), "/api/upload/ebook", body);
    expect(response.status).toBe(507);
    tight.close();
  });
});

test("a cover without any book is told to create one first", async () => {
  club.db.run("DELETE FROM books");
  const response = await upload("cover", multipart([file("cover", await png(), "c.png")]));
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ message: "No current book found. Please create a book first." });
});

test.each([
  "../../etc/passwd.epub",
  "C:\\x\\y.epub",
  "-rf.epub",
  ".epub",
  "🍷.epub",
  "\u202eb.epub",
  `${"n".repeat(5000)}.epub`,
])("a file called %j is stored inside the storage under a name of our own", async (name) => {
  const response = await upload("ebook", multipart([id(), file("ebook", epub(), name)]));
  expect([201, 415]).toContain(response.status);
  for (const path of stored()) expect(path).toMatch(/^books\/\d+\/ebook-\d{8}T\d{9}Z-[0-9a-f]{16}\.epub$/);
  const { ebookFilename } = club.deps.stores.books.find(bookId) ?? {};
  expect(ebookFilename ?? "").not.toMatch(/[/\\\u202e]/);
});

test("a stranger and a member are refused with the body unread; an unknown kind is 404", async () => {
  const unread = () => new ReadableStream({ pull: () => Promise.reject(new Error("was read")) }, { highWaterMark: 0 });
  for (const kind of ["ebook", "audiobook", "cover", "other"]) {
    const path = `/api/upload/${kind}`;
    expect((await sendForm(club, { cookie: "" }, path, unread())).status).toBe(401);
    expect((await sendForm(club, club.member(`m-${kind}`), path, unread())).status).toBe(403);
  }
  expect((await upload("other", multipart([id()]))).status).toBe(404);
});

describe("a photo of one's own", () => {
  test("is stored re-encoded, shown to members, and taken away again", async () => {
    const member = club.member();
    const body = multipart([file("photo", await png(), "me.png")]);
    const user = await (await sendForm(club, member, "/api/profile/photo", body)).json();
    expect(user.photoURL).toMatch(/^\/api\/avatars\/[0-9a-f]{64}\.webp$/);
    expect((await admin.call("GET", user.photoURL)).status).toBe(200);
    expect((await club.visitor.call("GET", user.photoURL)).status).toBe(401);
    expect((await member.call("DELETE", "/api/profile/photo")).status).toBe(204);
    expect((await (await member.call("GET", "/api/profile")).json()).photoURL).toBeNull();
  });

  test("that is no picture changes nothing", async () => {
    const member = club.member();
    const body = multipart([file("photo", "<svg/>", "me.svg")]);
    expect((await sendForm(club, member, "/api/profile/photo", body)).status).toBe(415);
    expect((await (await member.call("GET", "/api/profile")).json()).photoURL).toBeNull();
  });
});
