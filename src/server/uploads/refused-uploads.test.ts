import { afterEach, describe, expect, test } from "bun:test";

import { createClub } from "#tests/support/club.ts";
import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { createUploadClub, filePart } from "#tests/support/upload-club.ts";
import { zip } from "#tests/support/zip.ts";

const club = perTest(() => createUploadClub());

/** A body that fails when it is read. */
const createUnreadBody = () =>
  new ReadableStream({ pull: () => Promise.reject(new Error("was read")) }, { highWaterMark: 0 });

describe("rejected, with nothing stored (U07, U08)", () => {
  afterEach(() => expect(club.stored()).toEqual([]));

  test.each<[string, number, string, () => Parameters<typeof multipart>[0]]>([
    ["a text called .epub", 422, "ebook", () => [club.id(), filePart("ebook", "Once upon a time")]],
    ["an empty .m4b", 422, "audiobook", () => [club.id(), filePart("audiobook", "")]],
    ["a single byte called .m4b", 422, "audiobook", () => [club.id(), filePart("audiobook", "x")]],
    ["a program called .epub", 422, "ebook", () => [club.id(), filePart("ebook", "MZ\x90\0\x03")]],
    ["a web page called .mp3", 422, "audiobook", () => [club.id(), filePart("audiobook", "<!doctype html>", "a.mp3")]],
    [
      "an archive of anything called .epub",
      422,
      "ebook",
      () => [club.id(), filePart("ebook", zip([{ name: "a", data: "b" }]))],
    ],
    ["a video called .m4b", 422, "audiobook", () => [club.id(), filePart("audiobook", m4b({ video: "avc1" }))]],
    ["an .exe", 415, "ebook", () => [club.id(), filePart("ebook", epub(), "setup.exe")]],
    ["a double extension", 415, "ebook", () => [club.id(), filePart("ebook", epub(), "book.epub.exe")]],
    ["no extension", 415, "audiobook", () => [club.id(), filePart("audiobook", mp3(), "audiobook")]],
    ["an audiobook as eBook", 415, "ebook", () => [club.id(), filePart("ebook", mp3(), "book.mp3")]],
    ["an SVG as cover", 415, "cover", () => [club.id(), filePart("cover", "<svg onload='alert(1)'/>", "c.svg")]],
    ["a web page called .png", 415, "cover", () => [club.id(), filePart("cover", "<!doctype html>", "c.png")]],
    ["a book that is not there", 404, "ebook", () => [club.id(999), filePart("ebook", epub())]],
    ["a book id in hexadecimal", 422, "ebook", () => [filePart("ebook", epub()), club.id("0x10")]],
    ["a negative book id", 422, "ebook", () => [club.id("-1"), filePart("ebook", epub())]],
    ["an empty book id", 422, "ebook", () => [club.id(""), filePart("ebook", epub())]],
    ["two book ids", 400, "ebook", () => [club.id(), club.id(999), filePart("ebook", epub())]],
    ["no file", 422, "ebook", () => [club.id()]],
    ["a file of another name", 422, "ebook", () => [club.id(), filePart("audiobook", epub(), "my.epub")]],
    ["the file as text", 422, "ebook", () => [club.id(), { name: "ebook", data: "PK" }]],
    ["two files", 400, "ebook", () => [filePart("ebook", epub()), filePart("ebook", epub())]],
    ["a thousand fields", 400, "ebook", () => Array.from({ length: 1000 }, (_, at) => ({ name: `f${at}`, data: "x" }))],
  ])("%s: %i", async (_, status, kind, parts) => {
    const response = await club.upload(kind, multipart(parts()));
    expect(await response.json()).toEqual(
      expect.objectContaining({ message: expect.stringMatching(/^[A-Z'].*[.'\w]$/) }),
    );
    expect(response.status).toBe(status);
  });

  test.each<[string, number, () => [BodyInit, Record<string, string>?]]>([
    ["JSON", 415, () => ["{}", { "content-type": "application/json" }]],
    ["no boundary", 400, () => [multipart([club.id()]), { "content-type": "multipart/form-data" }]],
    ["another boundary", 400, () => [multipart([club.id()]), { "content-type": "multipart/form-data; boundary=x" }]],
    ["no end", 400, () => [multipart([club.id(), filePart("ebook", epub())], "")]],
    ["a body that ends in the file", 400, () => [multipart([club.id(), filePart("ebook", epub())]).subarray(0, 600)]],
    ["a header line of a megabyte", 400, () => [multipart([filePart("ebook", epub(), "a".repeat(1e6))])]],
    ["nothing", 400, () => [""]],
    [
      "a line break in a file's name",
      415,
      () => [multipart([club.id(), filePart("ebook", epub(), "two\r\nlines.epub")])],
    ],
  ])("a form with %s: %i", async (_, status, form) => {
    const response = await club.upload("ebook", ...form());
    expect(response.status).toBe(status);
    expect(typeof (await response.json()).message).toBe("string");
  });

  test("refuses a file over the limit, announced or received", async () => {
    const body = multipart([club.id(), filePart("ebook", Buffer.alloc(6 * 1024 * 1024))]);
    const announcedResponse = await club.upload("ebook", createUnreadBody(), { "content-length": String(body.length) });
    expect(announcedResponse.status).toBe(413);
    const chunkedResponse = await club.upload("ebook", new Blob([body]).stream());
    expect(chunkedResponse.status).toBe(413);
    expect(await chunkedResponse.json()).toEqual({ message: expect.stringContaining("at most 5 MB") });
  });

  test("300,000 fields, after the first few (U13)", async () => {
    const part = 'Content-Disposition: form-data; name="f"\r\n\r\nx\r\n--X-BOUNDARY\r\n';
    const thousandParts = Buffer.from(part.repeat(1000));
    let partCount = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      controller.enqueue(
        partCount === 0 ? Buffer.concat([Buffer.from("--X-BOUNDARY\r\n"), thousandParts]) : thousandParts,
      );
      partCount += 1000;
      if (partCount === 300_000) controller.close();
    };
    const fieldStream = new ReadableStream({ pull }, { highWaterMark: 0 });
    const typeHeader = { "content-type": "multipart/form-data; boundary=X-BOUNDARY" };
    expect((await club.upload("ebook", fieldStream, typeHeader)).status).toBe(400);
    expect(partCount).toBeLessThan(20_000);
  });

  test("endless data outside any part", async () => {
    const endlessBody = new ReadableStream({ pull: (controller) => controller.enqueue(Buffer.alloc(100_000)) });
    expect((await club.upload("ebook", endlessBody)).status).toBe(413);
  });

  test.each<[string, number, (controller: ReadableStreamDefaultController) => void]>([
    ["breaks off", 400, (controller) => controller.error(new Error("gone"))],
    ["names the book twice", 400, (controller) => controller.enqueue(multipart([club.id()]))],
    ["exceeds the limit", 413, (controller) => controller.enqueue(Buffer.alloc(6 * 1024 * 1024))],
  ])("a form that %s when its file is stored already: %i", async (_, status, continueForm) => {
    const { disk } = club.deps;
    const wholeFileStored = Promise.withResolvers<void>();
    const receive: typeof disk.receive = async (...args) => {
      const receivedFile = await disk.receive(...args);
      wholeFileStored.resolve();
      return receivedFile;
    };
    const watchedClub = await createClub({ environment: { MAX_UPLOAD_MB: "5" }, own: { disk: { ...disk, receive } } });
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(multipart([filePart("ebook", epub()), club.id()], "")),
      pull: async (controller) => {
        await wholeFileStored.promise;
        continueForm(controller);
      },
    });
    expect((await sendForm(watchedClub, watchedClub.admin(), "/api/upload/ebook", body)).status).toBe(status);
    watchedClub.close();
  });

  test("a file for a club without a book, in the spec's words (U07)", async () => {
    club.db.run("DELETE FROM books");
    for (const kind of ["ebook", "audiobook"]) {
      const response = await club.upload(kind, multipart([filePart(kind, kind === "ebook" ? epub() : m4b())]));
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ message: "No current book found. Please create a book first." });
    }
  });

  test("a file when the disk is too full, before reading the body", async () => {
    const disk = { ...club.deps.disk, freeBytes: async () => 1000 };
    const fullDiskClub = await createClub({ own: { disk } });
    const response = await sendForm(fullDiskClub, fullDiskClub.admin(), "/api/upload/ebook", createUnreadBody());
    expect(response.status).toBe(507);
    fullDiskClub.close();
  });
});

test("a cover without any book: create one first", async () => {
  club.db.run("DELETE FROM books");
  const response = await club.upload("cover", multipart([filePart("cover", await png(), "c.png")]));
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ message: "No current book found. Please create a book first." });
});

test("rejects visitors and members with the body unread", async () => {
  for (const kind of ["ebook", "audiobook", "cover", "other"]) {
    const path = `/api/upload/${kind}`;
    expect((await sendForm(club, { cookie: "" }, path, createUnreadBody())).status).toBe(401);
    expect((await sendForm(club, club.member(`m-${kind}`), path, createUnreadBody())).status).toBe(403);
  }
  expect((await club.upload("other", multipart([club.id()]))).status).toBe(404);
});
