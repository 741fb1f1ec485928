import { beforeEach, expect, test } from "bun:test";
import { join } from "node:path";

import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { jsonOf } from "#tests/support/json.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());
beforeEach(() => club.deps.disk.prepare());

/** Sends a whole eBook, and leaves its result as after a power cut. @param bookId or "new" */
async function sendAndDamage(bookId: string): Promise<string> {
  const bytes = epub({ title: "Emma" });
  const headers = {
    "upload-length": String(bytes.length),
    "upload-metadata": tusMetadata({ filename: "Emma.epub", kind: "ebook", bookId }),
  };
  const path = (await tusCall(club, club.chief, "POST", "/api/uploads", headers)).headers.get("location") ?? "";
  expect((await tusCall(club, club.chief, "PATCH", path, tusBytes(0), bytes)).status).toBe(204);
  await Bun.write(join(club.config.storageDir, "uploads", `${path.split("/").at(-1)}.found`), "");
  return path;
}

const ask = async (path: string) => (await tusCall(club, club.chief, "HEAD", path, {})).status;

test("rereads a file's metadata after a power cut damaged it", async () => {
  const path = await sendAndDamage("new");
  expect(await ask(path)).toBe(200);
  expect(await jsonOf(club.chief.call("GET", `${path}/found`))).toMatchObject({ found: { title: "Emma" } });
});

test("accepts a file again when its result was damaged", async () => {
  const path = await sendAndDamage(String(club.bookId));
  expect(await ask(path)).toBe(410);
  expect(club.deps.stores.books.find(club.bookId)?.ebookFilename).toBe("Emma.epub");
});
