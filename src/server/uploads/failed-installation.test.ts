import { beforeEach, expect, spyOn, test } from "bun:test";
import { readdirSync } from "node:fs";

import { AppError } from "#server/errors.ts";
import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { jsonOf } from "#tests/support/json.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());
beforeEach(() => club.deps.disk.prepare());

const bytes = epub({ title: "Emma" });
const sendUpload = async (bookId: number | "new") => {
  const metadata = tusMetadata({ filename: "Emma.epub", kind: "ebook", bookId: String(bookId) });
  const headers = { "upload-length": String(bytes.length), "upload-metadata": metadata };
  const path = (await tusCall(club, club.chief, "POST", "/api/uploads", headers)).headers.get("location") ?? "";
  return { path, status: (await tusCall(club, club.chief, "PATCH", path, tusBytes(0), bytes)).status };
};
const failOnce = (error: Error) =>
  spyOn(club.deps.stores.books, "replaceFile").mockImplementationOnce(() => {
    throw error;
  });
const getStoredHash = () => club.deps.stores.books.findFile(club.bookId, "ebook")?.sha256;
const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
const listTemporaryFiles = () => ["tmp", "uploads"].flatMap((folder) => readdirSync(club.deps.disk.absolute(folder)));

const createBusyError = () => new AppError("busy", "The club is busy. Please try again.");

test.each([["busy", 503, createBusyError()] as const, ["broken", 500, new Error("I/O error")] as const])(
  "keeps a complete upload that a %s server can't install",
  async (_, expectedStatus, error) => {
    failOnce(error);
    const { path, status } = await sendUpload(club.bookId);
    expect(status).toBe(expectedStatus);
    const headResponse = await tusCall(club, club.chief, "HEAD", path, {});
    expect([headResponse.status, headResponse.headers.get("upload-offset")]).toEqual([200, String(bytes.length)]);
    expect(getStoredHash()).toBe(sha256);
    expect(listTemporaryFiles()).toEqual([`${path.split("/").at(-1)}.json`]);
  },
);

test("keeps an upload that can't be attached to its new book yet", async () => {
  const { path, status } = await sendUpload("new");
  expect(status).toBe(204);
  failOnce(createBusyError());
  const attachBook = () => club.chief.call("POST", `${path}/book`, { bookId: club.bookId });
  expect((await attachBook()).status).toBe(503);
  expect(await jsonOf(attachBook())).toMatchObject({ filename: "Emma.epub" });
  expect(getStoredHash()).toBe(sha256);
});
