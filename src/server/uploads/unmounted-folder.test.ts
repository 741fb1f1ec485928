import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";

import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());

const createUpload = (size: number, bookId: number | "new") =>
  tusCall(club, club.chief, "POST", "/api/uploads", {
    "upload-length": String(size),
    "upload-metadata": tusMetadata({ filename: "Emma.epub", kind: "ebook", bookId: String(bookId) }),
  });
const startUpload = async (size: number, bookId: number | "new" = club.bookId) =>
  (await createUpload(size, bookId)).headers.get("location") ?? "";
const sendBytes = async (path: string, body: Uint8Array) =>
  (await tusCall(club, club.chief, "PATCH", path, tusBytes(0), body)).status;
const getStoredHash = () => club.deps.stores.books.findFile(club.bookId, "ebook")?.sha256;

test("an upload waits for an unmounted folder, installs later", async () => {
  await club.deps.disk.prepare();
  const earlierBytes = epub({ title: "Emma" });
  expect(await sendBytes(await startUpload(earlierBytes.length), earlierBytes)).toBe(204);
  const bytes = epub({ title: "Persuasion" });
  const [bookUpload, unattachedUpload] = [await startUpload(bytes.length), await startUpload(bytes.length, "new")];
  expect(await sendBytes(unattachedUpload, bytes)).toBe(204);
  const attachToBook = async () =>
    (await club.chief.call("POST", `${unattachedUpload}/book`, { bookId: club.bookId })).status;
  const [booksPath, unmountedPath] = [club.deps.disk.absolute("books"), club.deps.disk.absolute("away")];
  renameSync(booksPath, unmountedPath);
  mkdirSync(booksPath);
  expect(await sendBytes(bookUpload, bytes)).toBe(503);
  expect(await attachToBook()).toBe(503);
  expect((await createUpload(bytes.length, club.bookId)).status).toBe(503);
  expect(readdirSync(booksPath)).toEqual([]);
  rmSync(booksPath, { recursive: true });
  renameSync(unmountedPath, booksPath);
  const headResponse = await tusCall(club, club.chief, "HEAD", bookUpload, {});
  expect(headResponse.headers.get("upload-offset")).toBe(String(bytes.length));
  expect(getStoredHash()).toBe(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
  expect(await attachToBook()).toBe(200);
});
