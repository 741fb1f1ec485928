import { describe, expect, test } from "bun:test";

import { hashFile } from "#server/adapters/file-io.ts";
import { deleteUnreferencedFiles, ensureFreeSpace } from "#server/storage/stored-files.ts";
import { createClub } from "#tests/support/club.ts";
import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, MULTIPART_TYPE, sendForm } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { m4b } from "#tests/support/m4b.ts";
import { mp3 } from "#tests/support/mp3.ts";
import { createUploadClub, filePart } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());

describe("a good upload", () => {
  test("stores an eBook under a generated name, offers metadata", async () => {
    const cover = await png();
    const bytes = epub({ title: "Emma", cover: "c.png" }, [{ name: "OEBPS/c.png", data: cover }]);
    const response = await club.upload("ebook", multipart([club.id(), filePart("ebook", bytes, "My Emma é.EPUB")]));
    expect(response.status).toBe(201);
    const uploadResult = await response.json();
    expect(uploadResult).toEqual({
      filename: "My Emma é.EPUB",
      found: {
        title: "Emma",
        author: "Jane Austen",
        warnings: [],
        narrator: "",
        seconds: null,
        duration: "",
        chapters: [],
        cover: expect.stringMatching(/^\/api\/covers\/[0-9a-f]{64}\.webp$/),
      },
    });
    expect(await (await club.chief.call("GET", uploadResult.found.cover)).headers.get("content-type")).toBe(
      "image/webp",
    );
    const row = club.deps.stores.books.findFile(club.bookId, "ebook");
    expect(row?.path).toMatch(new RegExp(`^books/${club.bookId}/ebook-[0-9TZ]+-[0-9a-f]{16}\\.epub$`));
    expect(row).toMatchObject({ filename: "My Emma é.EPUB", size: bytes.length });
    expect(await hashFile(club.deps.disk.absolute(row?.path ?? ""))).toBe(row?.sha256 ?? "");
  });

  test("of a file whose cover is damaged says so", async () => {
    const truncatedPng = (await png()).subarray(0, 40);
    const book = epub({ title: "Emma", cover: "c.png" }, [{ name: "OEBPS/c.png", data: truncatedPng }]);
    for (const [kind, file] of [
      ["ebook", filePart("ebook", book)],
      ["audiobook", filePart("audiobook", m4b({ title: "Emma", cover: truncatedPng }))],
    ] as const) {
      const uploadResult = await (await club.upload(kind, multipart([club.id(), file]))).json();
      expect(uploadResult.found).toMatchObject({
        cover: null,
        warnings: [expect.stringContaining("cover can't be read")],
      });
    }
  });

  test("of an audiobook keeps length and chapters with the book", async () => {
    const chapters = [
      { title: "One", start: 0 },
      { title: "Two", start: 2 },
    ];
    const bytes = m4b({ title: "Emma", narrator: "Nora", seconds: 4, chapters, indexAtEnd: true });
    const response = await club.upload("audiobook", multipart([filePart("audiobook", bytes), club.id()]));
    expect(await response.json()).toMatchObject({ found: { narrator: "Nora", chapters, duration: "1 min" } });
    const book = club.deps.stores.books.find(club.bookId);
    expect(book).toMatchObject({ audiobookFilename: "my.m4b", chapters });
    expect(book?.audiobookSeconds).toBeCloseTo(4, 1);
    const downloadResponse = await club.chief.call("GET", `/api/download/audiobook/${club.bookId}`);
    expect(bytes.equals(Buffer.from(await downloadResponse.bytes()))).toBe(true);
  });

  test("adds an MP3's header, and records the file as stored", async () => {
    const bytes = mp3({ title: "Emma", seconds: 30 });
    await club.upload("audiobook", multipart([club.id(), filePart("audiobook", bytes, "Emma.mp3")]));
    const downloadResponse = await club.chief.call("GET", `/api/download/audiobook/${club.bookId}`);
    const storedBytes = Buffer.from(await downloadResponse.bytes());
    const row = club.deps.stores.books.findFile(club.bookId, "audiobook");
    expect(storedBytes.indexOf("Info")).toBeGreaterThan(0);
    expect(storedBytes.subarray(-1000).equals(bytes.subarray(-1000))).toBe(true);
    expect(storedBytes.length).toBeGreaterThan(bytes.length);
    expect(row?.size).toBe(storedBytes.length);
    expect(await hashFile(club.deps.disk.absolute(row?.path ?? ""))).toBe(row?.sha256 ?? "");
    expect(await club.deps.disk.list(["tmp"])).toEqual([]);
  });

  test("of an MP3 is served as one", async () => {
    await club.upload("audiobook", multipart([club.id(), filePart("audiobook", mp3(), "Emma.MP3")]));
    const downloadResponse = await club.chief.call("GET", `/api/download/audiobook/${club.bookId}`);
    expect(downloadResponse.headers.get("content-type")).toBe("audio/mpeg");
    expect(downloadResponse.headers.get("content-disposition")).toContain("filename=Emma_audiobook.mp3");
  });

  test("without club.bookId is for the current book", async () => {
    const response = await club.upload("ebook", multipart([filePart("ebook", epub())]));
    expect(response.status).toBe(201);
    expect(club.deps.stores.books.find(club.bookId)?.ebookFilename).toBe("my.epub");
  });

  test("of a book's cover shows at once, re-encoded", async () => {
    const response = await club.upload("cover", multipart([club.id(), filePart("cover", await png(), "c.png")]));
    expect(response.status).toBe(201);
    const { url } = await response.json();
    expect(club.deps.stores.books.find(club.bookId)?.coverImage).toBe(url);
  });

  test("without club.bookId only returns the cover's address", async () => {
    const response = await club.upload("cover", multipart([filePart("cover", await png(), "c.png")]));
    expect(await response.json()).toEqual({ url: expect.stringContaining("/api/covers/") });
    expect(club.deps.stores.books.find(club.bookId)?.coverImage).toBeNull();
  });
});

describe("replacing", () => {
  const firstFile = m4b({ title: "First", seconds: 1 });
  const secondFile = m4b({ title: "Second", seconds: 3 });

  test("serves the new file, and the old to its players for a day", async () => {
    await club.upload("audiobook", multipart([club.id(), filePart("audiobook", firstFile)]));
    const uploadedBefore = club.deps.stores.books.find(club.bookId)?.audiobookUploadedAt;
    club.setTime("2026-03-11T12:00:00Z");
    await club.upload("audiobook", multipart([club.id(), filePart("audiobook", secondFile)]));

    const address = `/api/download/audiobook/${club.bookId}`;
    expect(secondFile.equals(Buffer.from(await (await club.chief.call("GET", address)).bytes()))).toBe(true);
    const resumedResponse = await club.chief.call("GET", `${address}?v=${uploadedBefore}`, undefined, {
      range: "bytes=100-199",
    });
    expect(resumedResponse.status).toBe(206);
    expect(firstFile.subarray(100, 200).equals(Buffer.from(await resumedResponse.bytes()))).toBe(true);

    club.setTime("2026-03-12T11:59:00Z");
    expect(await deleteUnreferencedFiles(club.deps)).toBe(0);
    club.setTime("2026-03-12T12:01:00Z");
    expect(await deleteUnreferencedFiles(club.deps)).toBe(1);
    expect((await club.chief.call("GET", `${address}?v=${uploadedBefore}`)).status).toBe(404);
    expect((await club.chief.call("GET", address)).status).toBe(200);
  });

  test("with a bad file keeps the old one in service", async () => {
    await club.upload("audiobook", multipart([club.id(), filePart("audiobook", firstFile)]));
    const storedBefore = club.stored();
    const response = await club.upload("audiobook", multipart([club.id(), filePart("audiobook", "no audio at all")]));
    expect(response.status).toBe(422);
    expect(club.stored()).toEqual(storedBefore);
    const servedResponse = await club.chief.call("GET", `/api/download/audiobook/${club.bookId}`);
    expect(firstFile.equals(Buffer.from(await servedResponse.bytes()))).toBe(true);
  });

  test("keeps the old file when canceled during the check", async () => {
    await club.upload("ebook", multipart([club.id(), filePart("ebook", epub({ title: "Old" }))]));
    const storedBefore = club.stored();
    const caller = new AbortController();
    const form = multipart([club.id(), filePart("ebook", epub({ title: "New" }))]);
    const body = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(form);
        controller.close();
        caller.abort();
      },
    });
    const request = new Request(`http://localhost/api/upload/ebook`, {
      method: "POST",
      headers: { cookie: club.chief.cookie, "content-type": MULTIPART_TYPE },
      body,
      signal: caller.signal,
    });
    expect((await club.handler.fetch(request)).status).toBe(400);
    expect(club.stored()).toEqual(storedBefore);
  });

  test("keeps one of two simultaneous files, with a matching row", async () => {
    const bodies = [firstFile, secondFile].map((bytes) => multipart([club.id(), filePart("audiobook", bytes)]));
    const responses = await Promise.all(bodies.map((body) => club.upload("audiobook", body)));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const row = club.deps.stores.books.findFile(club.bookId, "audiobook");
    expect(await hashFile(club.deps.disk.absolute(row?.path ?? ""))).toBe(row?.sha256 ?? "");
    expect(await club.deps.disk.size(row?.path ?? "")).toBe(row?.size ?? -1);
  });
});

test("keeps a file from another's cleanup before its row exists", async () => {
  const { disk } = club.deps;
  let freeBytes = 1e12;
  const install: typeof disk.install = async (receivedFile, path) => {
    await disk.install(receivedFile, path);
    freeBytes = 1000;
    await expect(ensureFreeSpace(fullDiskClub.deps, 1)).rejects.toMatchObject({ code: "disk-full" });
  };
  const fullDiskClub = await createClub({ own: { disk: { ...disk, install, freeBytes: async () => freeBytes } } });
  const { id } = fullDiskClub.deps.stores.books.insert(
    { title: "Emma", author: "Jane Austen", month: "2026-03" },
    "2026-03-01",
  );
  const form = multipart([club.id(id), filePart("ebook", epub())]);
  expect((await sendForm(fullDiskClub, fullDiskClub.admin(), "/api/upload/ebook", form)).status).toBe(201);
  const row = fullDiskClub.deps.stores.books.findFile(id, "ebook");
  expect(await disk.size(row?.path ?? "")).toBe(epub().length);
  fullDiskClub.close();
});

test.each([
  ["of a path upwards", "../../etc/passwd.epub"],
  ["of a Windows path", "C:\\x\\y.epub"],
  ["of two dots", ".."],
  ["of one dot", "."],
  ["like an option", "-rf.epub"],
  ["of an ending alone", ".epub"],
  ["of an image", "🍷.epub"],
  ["that turns the direction of writing", "\u202eb.epub"],
  ["of 5000 letters", `${"n".repeat(5000)}.epub`],
])("a file with a name %s is stored under a generated name (U11)", async (_, name) => {
  const response = await club.upload("ebook", multipart([club.id(), filePart("ebook", epub(), name)]));
  expect([201, 415]).toContain(response.status);
  for (const path of club.stored()) expect(path).toMatch(/^books\/\d+\/ebook-\d{8}T\d{9}Z-[0-9a-f]{16}\.epub$/);
  const { ebookFilename } = club.deps.stores.books.find(club.bookId) ?? {};
  expect(ebookFilename ?? "").not.toMatch(/[/\\\u202e]/);
});

describe("your own photo", () => {
  test("is stored re-encoded, shown to members, and can be removed", async () => {
    const member = club.member();
    const body = multipart([filePart("photo", await png(), "me.png")]);
    const user = await (await sendForm(club, member, "/api/profile/photo", body)).json();
    expect(user.photoURL).toMatch(/^\/api\/avatars\/[0-9a-f]{64}\.webp$/);
    expect((await club.chief.call("GET", user.photoURL)).status).toBe(200);
    expect((await club.visitor.call("GET", user.photoURL)).status).toBe(401);
    expect((await member.call("DELETE", "/api/profile/photo")).status).toBe(204);
    expect((await (await member.call("GET", "/api/profile")).json()).photoURL).toBeNull();
    // an open page can still load the old photo for a day
    club.setTime("2026-03-11T11:59:00Z");
    expect(await deleteUnreferencedFiles(club.deps)).toBe(0);
    club.setTime("2026-03-11T12:01:00Z");
    expect(await deleteUnreferencedFiles(club.deps)).toBe(1);
  });

  test("changes nothing when it isn't an image", async () => {
    const member = club.member();
    const body = multipart([filePart("photo", "<svg/>", "me.svg")]);
    expect((await sendForm(club, member, "/api/profile/photo", body)).status).toBe(415);
    expect((await (await member.call("GET", "/api/profile")).json()).photoURL).toBeNull();
  });
});
