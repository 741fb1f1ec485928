import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";

import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());

const create = (size: number, bookId: number | "new") =>
  tusCall(club, club.chief, "POST", "/api/uploads", {
    "upload-length": String(size),
    "upload-metadata": tusMetadata({ filename: "Emma.epub", kind: "ebook", bookId: String(bookId) }),
  });
const start = async (size: number, bookId: number | "new" = club.bookId) =>
  (await create(size, bookId)).headers.get("location") ?? "";
const send = async (path: string, body: Uint8Array) =>
  (await tusCall(club, club.chief, "PATCH", path, tusBytes(0), body)).status;
const getStoredHash = () => club.deps.stores.books.findFile(club.bookId, "ebook")?.sha256;

test("stays while its folder is unmounted, installs later", async () => {
  await club.deps.disk.prepare();
  const earlier = epub({ title: "Emma" });
  expect(await send(await start(earlier.length), earlier)).toBe(204);
  const bytes = epub({ title: "Persuasion" });
  const [bookUpload, unattached] = [await start(bytes.length), await start(bytes.length, "new")];
  expect(await send(unattached, bytes)).toBe(204);
  const attach = async () => (await club.chief.call("POST", `${unattached}/book`, { bookId: club.bookId })).status;
  const [books, unmountedPath] = [club.deps.disk.absolute("books"), club.deps.disk.absolute("away")];
  renameSync(books, unmountedPath);
  mkdirSync(books);
  expect(await send(bookUpload, bytes)).toBe(503);
  expect(await attach()).toBe(503);
  expect((await create(bytes.length, club.bookId)).status).toBe(503);
  expect(readdirSync(books)).toEqual([]);
  rmSync(books, { recursive: true });
  renameSync(unmountedPath, books);
  const head = await tusCall(club, club.chief, "HEAD", bookUpload, {});
  expect(head.headers.get("upload-offset")).toBe(String(bytes.length));
  expect(getStoredHash()).toBe(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
  expect(await attach()).toBe(200);
});
