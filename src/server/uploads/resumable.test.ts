import { beforeEach, describe, expect, test } from "bun:test";
import { readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as tus from "tus-js-client";

import { hashFile } from "#server/adapters/file-io.ts";
import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { jsonOf } from "#tests/support/json.ts";
import { m4b } from "#tests/support/m4b.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

import { deleteExpiredUploads } from "./resumable.ts";

const club = perTest(() => createUploadClub());
beforeEach(async () => {
  await club.deps.disk.prepare();
});

const create = (size: number, fields: Record<string, string>) =>
  tusCall(club, club.chief, "POST", "/api/uploads", {
    "upload-length": String(size),
    "upload-metadata": tusMetadata(fields),
  });
const start = async (size: number, fields: Record<string, string> = {}) => {
  const response = await create(size, { filename: "Emma.epub", kind: "ebook", bookId: String(club.bookId), ...fields });
  expect(response.status).toBe(201);
  return response.headers.get("location") ?? "";
};
const sendBytes = (path: string, offset: number, body: Uint8Array, who = club.chief) =>
  tusCall(club, who, "PATCH", path, tusBytes(offset), body);
const fetchOffset = async (path: string) =>
  (await tusCall(club, club.chief, "HEAD", path, {})).headers.get("upload-offset");
const hashBytes = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const listUploadFiles = () => readdirSync(join(club.config.storageDir, "uploads"));

test("resumes where it stopped, even by another admin", async () => {
  const bytes = epub({ title: "Emma" });
  const path = await start(bytes.length);
  expect(path).toMatch(/^\/api\/uploads\/[0-9a-f-]{16,}$/);
  expect((await sendBytes(path, 0, bytes.subarray(0, 300))).status).toBe(204);
  expect(await fetchOffset(path)).toBe("300");
  expect((await club.chief.call("GET", `${path}/found`)).status).toBe(404);
  const lastResponse = await sendBytes(path, 300, bytes.subarray(300), club.admin("grace"));
  expect(lastResponse.status).toBe(204);
  const row = club.deps.stores.books.findFile(club.bookId, "ebook");
  expect(await hashFile(club.deps.disk.absolute(row?.path ?? ""))).toBe(hashBytes(bytes));
  expect(row?.sha256).toBe(hashBytes(bytes));
  expect(await (await club.chief.call("GET", `${path}/found`)).json()).toMatchObject({
    filename: "Emma.epub",
    found: { title: "Emma" },
  });
  // a client that missed the last response asks for the offset
  expect(await fetchOffset(path)).toBe(String(bytes.length));
  expect(await club.deps.stores.audit.list({ limit: 10 })).toMatchObject([{ kind: "ebook-uploaded", actor: "grace" }]);
});

test("installs a complete file that a killed server hadn't checked", async () => {
  const bytes = epub();
  const path = await start(bytes.length);
  await Bun.write(join(club.config.storageDir, "uploads", path.split("/").at(-1) ?? ""), bytes);
  expect(await fetchOffset(path)).toBe(String(bytes.length));
  expect(club.deps.stores.books.find(club.bookId)?.ebookFilename).toBe("Emma.epub");
  expect(club.deps.stores.books.findFile(club.bookId, "ebook")?.sha256).toBe(hashBytes(bytes));
});

test("lets tus-js-client upload over a breaking connection", async () => {
  const bytes = m4b({ title: "Emma", seconds: 4, padding: 400_000 });
  let callCount = 0;
  let sentBytes = 0;
  const server = Bun.serve({
    port: 0,
    fetch: async (request) => {
      callCount += 1;
      if (request.method === "PATCH" && callCount % 3 === 0) return new Response("broken", { status: 502 });
      if (request.method === "PATCH") sentBytes += Number(request.headers.get("content-length"));
      return club.handler.fetch(request);
    },
  });
  await new Promise<void>((resolve, reject) => {
    new tus.Upload(bytes, {
      endpoint: `http://localhost:${server.port}/api/uploads`,
      headers: { cookie: club.chief.cookie },
      metadata: { filename: "Emma.m4b", kind: "audiobook", bookId: String(club.bookId) },
      chunkSize: 64 * 1024,
      retryDelays: [0, 0, 0],
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
  await server.stop(true);
  expect(sentBytes).toBeLessThan(bytes.length * 1.1);
  expect(club.deps.stores.books.find(club.bookId)).toMatchObject({ audiobookFilename: "Emma.m4b" });
});

test("fills the form before its book exists, then is attached", async () => {
  const bytes = epub({ title: "Persuasion" });
  const path = await start(bytes.length, { bookId: "new" });
  expect((await sendBytes(path, 0, bytes)).status).toBe(204);
  expect(await (await club.chief.call("GET", `${path}/found`)).json()).toMatchObject({
    found: { title: "Persuasion" },
  });
  const response = await club.chief.call("POST", "/api/books", {
    title: "Persuasion",
    author: "Jane Austen",
    month: "2026-05",
  });
  const { id } = await response.json();
  const attachResponse = await club.chief.call("POST", `${path}/book`, { bookId: id });
  expect(attachResponse.status).toBe(200);
  expect(club.deps.stores.books.find(id)?.ebookFilename).toBe("Emma.epub");
  // again, after a lost response; for another book the upload has expired
  expect(await jsonOf(club.chief.call("POST", `${path}/book`, { bookId: id }))).toEqual(await attachResponse.json());
  expect((await club.chief.call("POST", `${path}/book`, { bookId: club.bookId })).status).toBe(404);
  expect(club.deps.stores.audit.list({ limit: 10 }).filter(({ kind }) => kind === "ebook-uploaded")).toHaveLength(1);
});

test("attaches only a complete upload to a book", async () => {
  const bytes = epub({ title: "Persuasion" });
  const path = await start(bytes.length, { bookId: "new" });
  const attachToBook = () => club.chief.call("POST", `${path}/book`, { bookId: club.bookId });
  // a complete archive in an upload that announced more bytes
  const longerUpload = await start(bytes.length + 100, { bookId: "new" });
  expect((await sendBytes(longerUpload, 0, bytes)).status).toBe(204);
  const earlyResponse = await club.chief.call("POST", `${longerUpload}/book`, { bookId: club.bookId });
  expect([earlyResponse.status, (await earlyResponse.json()).message]).toEqual([
    409,
    "This file hasn't arrived completely. Resume it first.",
  ]);
  expect(await fetchOffset(longerUpload)).toBe(String(bytes.length));
  expect((await sendBytes(path, 0, bytes.subarray(0, 300))).status).toBe(204);
  expect((await attachToBook()).status).toBe(409);
  expect(club.deps.stores.books.findFile(club.bookId, "ebook")).toBeNull();
  expect((await sendBytes(path, 300, bytes.subarray(300))).status).toBe(204);
  expect((await attachToBook()).status).toBe(200);
});

test("installs an upload once if two calls attach it at once", async () => {
  const bytes = epub({ title: "Persuasion" });
  const path = await start(bytes.length, { bookId: "new" });
  const attachToBook = async () => (await club.chief.call("POST", `${path}/book`, { bookId: club.bookId })).status;
  const pendingSend = sendBytes(path, 0, bytes);
  const earlyResponses = await Promise.all([attachToBook(), attachToBook(), fetchOffset(path).then(attachToBook)]);
  expect((await pendingSend).status).toBe(204);
  const responses = [...earlyResponses, await attachToBook()];
  // the first may come too early (409); later ones get its response
  expect(responses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(responses.every((status) => [200, 409].includes(status))).toBe(true);
  expect(club.deps.stores.books.find(club.bookId)?.ebookSize).toBe(bytes.length);
  expect(club.deps.stores.audit.list({ limit: 10 })).toMatchObject([{ kind: "ebook-uploaded" }]);
});

describe("refused", () => {
  test.each<[string, number, Record<string, string>]>([
    ["another kind", 422, { filename: "a.epub", kind: "cover" }],
    ["no kind", 422, { filename: "a.epub" }],
    ["no name", 422, { filename: "", kind: "ebook" }],
    ["a name of another type", 415, { filename: "setup.exe", kind: "ebook" }],
    ["a book that isn't there", 404, { filename: "a.epub", kind: "ebook", bookId: "999" }],
    ["an invalid book id", 422, { filename: "a.epub", kind: "ebook", bookId: "0x1" }],
  ])("%s: %i", async (_, status, fields) => {
    const response = await create(10, fields);
    expect(response.status).toBe(status);
    expect((await response.json()).message).toBeString();
    expect(listUploadFiles()).toEqual([]);
  });

  test("a length over the limit, a missing one, and a deferred one", async () => {
    const fields = tusMetadata({ filename: "a.epub", kind: "ebook" });
    const largeUpload = await create(6 * 1024 * 1024, { filename: "a.epub", kind: "ebook" });
    expect([largeUpload.status, (await largeUpload.json()).message]).toEqual([
      413,
      "The file is too large: at most 5 MB.",
    ]);
    expect((await tusCall(club, club.chief, "POST", "/api/uploads", { "upload-metadata": fields })).status).toBe(400);
    const deferredHeaders = { "upload-metadata": fields, "upload-defer-length": "1" };
    expect((await tusCall(club, club.chief, "POST", "/api/uploads", deferredHeaders)).status).toBe(501);
    expect(listUploadFiles()).toEqual([]);
  });

  test("a wrong offset, and more than announced", async () => {
    const path = await start(1000);
    expect((await sendBytes(path, 5, Buffer.alloc(10))).status).toBe(409);
    expect((await sendBytes(path, 0, Buffer.alloc(2000))).status).toBe(413);
    expect(await fetchOffset(path)).toBe("0");
  });

  test("removes a complete file that isn't a book", async () => {
    const path = await start(1000);
    const response = await sendBytes(path, 0, Buffer.alloc(1000));
    expect(response.status).toBe(422);
    expect((await response.json()).message).toContain("not a usable EPUB");
    expect((await tusCall(club, club.chief, "HEAD", path, {})).status).toBe(404);
    expect(listUploadFiles()).toEqual([]);
  });

  test("another protocol version, a read, and a malformed id", async () => {
    const path = await start(1000);
    expect((await tusCall(club, club.chief, "HEAD", path, { "tus-resumable": "0.2.2" })).status).toBe(412);
    expect((await club.chief.call("GET", path)).status).toBe(404);
    expect((await tusCall(club, club.chief, "HEAD", "/api/uploads/..%2f..%2fbookclub.db", {})).status).toBe(404);
  });

  test("a 101st unfinished upload", async () => {
    for (let at = 0; at < 100; at += 1) await start(1000);
    const response = await create(1000, { filename: "a.epub", kind: "ebook" });
    expect(response.status).toBe(429);
    expect((await tusCall(club, club.chief, "DELETE", await start(1).catch(() => "/api/uploads/x"), {})).status).toBe(
      404,
    );
  });
});

test("a name with line breaks is shown on one line", async () => {
  const bytes = epub();
  const path = await start(bytes.length, { filename: "..\\two\r\nlines\u202e.epub" });
  expect((await sendBytes(path, 0, bytes)).status).toBe(204);
  expect(club.deps.stores.books.find(club.bookId)?.ebookFilename).toBe("twolines.epub");
});

test("stores one complete file of two simultaneous uploads", async () => {
  const bytes = epub();
  const path = await start(bytes.length);
  const responses = await Promise.all([sendBytes(path, 0, bytes), sendBytes(path, 0, bytes)]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(club.deps.stores.books.find(club.bookId)?.ebookSize).toBe(bytes.length);
});

test("expires a day after its last byte, and is canceled at once", async () => {
  const bytes = epub();
  const [completeUpload, openUpload] = [await start(bytes.length), await start(bytes.length)];
  await sendBytes(completeUpload, 0, bytes);
  await sendBytes(openUpload, 0, bytes.subarray(0, 10));
  const at = new Date("2026-03-10T12:00:00Z");
  writeFileSync(join(club.config.storageDir, "uploads", "Emma.epub"), "an operator's");
  for (const name of listUploadFiles()) utimesSync(join(club.config.storageDir, "uploads", name), at, at);
  club.setTime("2026-03-11T11:59:00Z");
  expect(await deleteExpiredUploads(club.deps)).toBe(0);
  club.setTime("2026-03-11T12:01:00Z");
  expect(await deleteExpiredUploads(club.deps)).toBe(2);
  const cancelledPath = await start(10);
  expect((await tusCall(club, club.chief, "DELETE", cancelledPath, {})).status).toBe(204);
  expect(listUploadFiles()).toEqual(["Emma.epub"]);
});

describe("the tus protocol", () => {
  test("returns version, extensions and maximum size on OPTIONS", async () => {
    for (const headers of [{}, { "tus-resumable": "0.2.2" }]) {
      const { status, headers: responseHeaders } = await club.chief.call("OPTIONS", "/api/uploads", undefined, headers);
      const names = ["tus-resumable", "tus-version", "tus-extension", "tus-max-size"];
      expect([status, ...names.map((name) => responseHeaders.get(name))]).toEqual([
        204,
        "1.0.0",
        "1.0.0",
        "creation,creation-with-upload,termination",
        String(club.config.maxUploadBytes),
      ]);
    }
  });

  test("rejects bytes of another type with 415, unchanged", async () => {
    const bytes = epub();
    const path = await start(bytes.length);
    for (const type of ["application/octet-stream", "application/json", ""]) {
      const response = await tusCall(club, club.chief, "PATCH", path, { ...tusBytes(0), "content-type": type }, bytes);
      expect([type, response.status]).toEqual([type, 415]);
    }
    const metadata = tusMetadata({ filename: "Emma.epub", kind: "ebook" });
    const headers = {
      "upload-length": String(bytes.length),
      "upload-metadata": metadata,
      "content-type": "text/plain",
    };
    expect((await tusCall(club, club.chief, "POST", "/api/uploads", headers, bytes)).status).toBe(415);
    expect(await fetchOffset(path)).toBe("0");
    expect((await sendBytes(path, 0, bytes)).status).toBe(204);
  });

  test("a missing or odd offset is 400, a wrong one 409", async () => {
    const bytes = epub();
    const path = await start(bytes.length);
    const { "upload-offset": _offset, ...without } = tusBytes(0);
    const statuses = await Promise.all(
      [{}, ...["", "-1", "x", "1.5"].map((offset) => ({ "upload-offset": offset })), { "upload-offset": "7" }].map(
        async (offset) => (await tusCall(club, club.chief, "PATCH", path, { ...without, ...offset }, bytes)).status,
      ),
    );
    expect(statuses).toEqual([400, 400, 400, 400, 400, 409]);
    expect(await fetchOffset(path)).toBe("0");
  });

  test("without a book the file is for the current one, as in forms", async () => {
    const bytes = epub();
    const response = await create(bytes.length, { filename: "Emma.epub", kind: "ebook" });
    expect((await sendBytes(response.headers.get("location") ?? "", 0, bytes)).status).toBe(204);
    expect(club.deps.stores.books.findFile(club.bookId, "ebook")?.size).toBe(bytes.length);
  });
});
