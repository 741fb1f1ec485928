import { expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart } from "#tests/support/forms.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub, filePart } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());
const bytes = epub();

const sendForm = () => club.upload("ebook", multipart([club.id(), filePart("ebook", bytes)]));
const sendResumable = () => {
  const metadata = tusMetadata({ filename: "a.epub", kind: "ebook", bookId: String(club.bookId) });
  const headers = { ...tusBytes(0), "upload-length": String(bytes.length), "upload-metadata": metadata };
  return tusCall(club, club.chief, "POST", "/api/uploads", headers, bytes);
};

test.each([
  ["tmp", sendForm],
  ["cache", sendForm],
  ["books/1", sendForm],
  ["uploads", sendResumable],
  ["books/1", sendResumable],
  ["cache", sendResumable],
])("an upload names the cause if %s is a file instead of a folder", async (folder, upload) => {
  const path = club.deps.disk.absolute(folder);
  mkdirSync(path, { recursive: true });
  renameSync(path, `${path}.aside`);
  writeFileSync(path, "");
  const response = await upload();
  expect([response.status, (await response.json()).message]).toEqual([
    500,
    expect.stringContaining("The server can't use its storage"),
  ]);
  // operators also get the path
  expect(club.logged.join("\n")).toContain(dirname(path));
  rmSync(path);
  renameSync(`${path}.aside`, path);
  expect((await upload()).status).toBe(201);
});
