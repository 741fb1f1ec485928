import { beforeEach, expect, test } from "bun:test";
import { join } from "node:path";

import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { jsonOf } from "#tests/support/json.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());
beforeEach(() => club.deps.disk.prepare());

/** Uploads a complete eBook, and resets its row to before the result was stored. @param bookId or "new" */
async function sendAndLoseResult(bookId: string): Promise<string> {
  const bytes = epub({ title: "Emma" });
  const headers = {
    "upload-length": String(bytes.length),
    "upload-metadata": tusMetadata({ filename: "Emma.epub", kind: "ebook", bookId }),
  };
  const path = (await tusCall(club, club.chief, "POST", "/api/uploads", headers)).headers.get("location") ?? "";
  expect((await tusCall(club, club.chief, "PATCH", path, tusBytes(0), bytes)).status).toBe(204);
  const { result, ...row } = await Bun.file(rowPath(path)).json();
  expect(result).toMatchObject({ found: { title: "Emma" } });
  await Bun.write(rowPath(path), JSON.stringify(row));
  return path;
}

const rowPath = (path: string) => join(club.config.storageDir, "uploads", `${path.split("/").at(-1)}.json`);
const fetchStatus = async (path: string) => (await tusCall(club, club.chief, "HEAD", path, {})).status;

test("rereads a file's metadata that a killed server hadn't stored", async () => {
  const path = await sendAndLoseResult("new");
  expect(await fetchStatus(path)).toBe(200);
  expect(await jsonOf(club.chief.call("GET", `${path}/found`))).toMatchObject({ found: { title: "Emma" } });
});

test("accepts a file again when its result wasn't stored", async () => {
  const path = await sendAndLoseResult(String(club.bookId));
  expect(await fetchStatus(path)).toBe(410);
  expect(club.deps.stores.books.find(club.bookId)?.ebookFilename).toBe("Emma.epub");
});

test("an upload with an earlier version's result is complete", async () => {
  const path = await sendAndLoseResult(String(club.bookId));
  // in the format of 1.0.0, without warnings
  const oldResult = {
    title: "Emma",
    author: "Jane",
    narrator: "",
    seconds: null,
    duration: "",
    chapters: [],
    cover: null,
  };
  const result = { filename: "Emma.epub", found: oldResult };
  await Bun.write(rowPath(path).replace(/json$/, "found"), JSON.stringify(result));
  expect(await fetchStatus(path)).toBe(200);
  expect(await jsonOf(club.chief.call("GET", `${path}/found`))).toMatchObject(result);
  expect((await tusCall(club, club.chief, "DELETE", path, {})).status).toBe(204);
  expect(await fetchStatus(path)).toBe(404);
});

test("an upload expires when its row is damaged", async () => {
  const path = await sendAndLoseResult("new");
  await Bun.write(rowPath(path), "{");
  expect(await fetchStatus(path)).toBe(404);
  expect((await club.chief.call("GET", `${path}/found`)).status).toBe(404);
  expect((await club.chief.call("POST", `${path}/book`, { bookId: club.bookId })).status).toBe(404);
});
