import { beforeEach, expect, test } from "bun:test";
import { join } from "node:path";

import { hashFile } from "#server/adapters/file-io.ts";
import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { m4b } from "#tests/support/m4b.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());
beforeEach(async () => {
  await club.deps.disk.prepare();
});

const call = (method: string, path: string, headers: Record<string, string>, body?: Uint8Array) =>
  club.handler.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { "tus-resumable": "1.0.0", cookie: club.chief.cookie, ...headers },
      ...(body && { body: new Uint8Array(body) }),
    }),
  );
const startUpload = async (size: number, fields: Record<string, string> = { filename: "Emma.epub", kind: "ebook" }) => {
  const headers = { "upload-length": String(size), "upload-metadata": tusMetadata(fields) };
  return (await call("POST", "/api/uploads", headers)).headers.get("location") ?? "";
};
const sendBytes = (path: string, offset: number, body: Uint8Array) => call("PATCH", path, tusBytes(offset), body);
const uploadPath = (path: string) => join(club.config.storageDir, "uploads", path.split("/").at(-1) ?? "");
const hashBytes = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

test("hashes the whole file of an upload that a kill interrupted", async () => {
  const bytes = epub();
  const path = await startUpload(bytes.length);
  await Bun.write(uploadPath(path), bytes.subarray(0, 300));
  expect((await sendBytes(path, 300, bytes.subarray(300))).status).toBe(204);
  expect(club.deps.stores.books.findFile(club.bookId, "ebook")?.sha256).toBe(hashBytes(bytes));
});

test("hashes a file as it arrives, before the disk can change it", async () => {
  const bytes = m4b({ title: "Emma", seconds: 4, padding: 400_000 });
  const path = await startUpload(bytes.length, { filename: "Emma.m4b", kind: "audiobook" });
  expect((await sendBytes(path, 0, bytes.subarray(0, -1000))).status).toBe(204);
  const storedBytes = Buffer.from(await Bun.file(uploadPath(path)).bytes());
  storedBytes.writeUInt8(storedBytes.readUInt8(storedBytes.length - 1) ^ 1, storedBytes.length - 1);
  await Bun.write(uploadPath(path), storedBytes);
  expect((await sendBytes(path, bytes.length - 1000, bytes.subarray(-1000))).status).toBe(204);
  const row = club.deps.stores.books.findFile(club.bookId, "audiobook");
  expect(row?.sha256).toBe(hashBytes(bytes));
  expect(await hashFile(club.deps.disk.absolute(row?.path ?? ""))).not.toBe(hashBytes(bytes));
});
