import { beforeEach, describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());
beforeEach(async () => {
  await club.deps.disk.prepare();
});

const start = async (size: number) => {
  const fields = { filename: "Emma.epub", kind: "ebook", bookId: String(club.bookId) };
  const headers = { "upload-length": String(size), "upload-metadata": tusMetadata(fields) };
  return (await tusCall(club, club.chief, "POST", "/api/uploads", headers)).headers.get("location") ?? "";
};

describe("a network that blocks PATCH, HEAD and DELETE", () => {
  const override = (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
    tusCall(club, club.chief, "POST", path, { "x-http-method-override": method, ...headers }, body);

  test("allows sending, asking and canceling by override", async () => {
    const bytes = epub({ title: "Emma" });
    const path = await start(bytes.length);
    expect((await override("PATCH", path, tusBytes(0), bytes.subarray(0, 300))).status).toBe(204);
    expect((await override("HEAD", path)).headers.get("upload-offset")).toBe("300");
    expect((await override("patch", path, tusBytes(300), bytes.subarray(300))).status).toBe(204);
    expect(club.deps.stores.books.findFile(club.bookId, "ebook")).not.toBeNull();
    const other = await start(bytes.length);
    expect((await override("DELETE", other)).status).toBe(204);
    expect((await tusCall(club, club.chief, "HEAD", other, {})).status).toBe(404);
  });

  test("overrides no other call, and is ignored elsewhere", async () => {
    const path = await start(1000);
    for (const method of ["", "GET", "PUT", "POST", "TRACE"]) expect((await override(method, path)).status).toBe(400);
    expect((await override("PATCH", path, { ...tusBytes(0), "content-type": "text/plain" }, epub())).status).toBe(415);
    const posts = await tusCall(club, club.chief, "POST", "/api/books/1", { "x-http-method-override": "DELETE" });
    expect(posts.status).toBe(404);
  });
});
