import { beforeEach, describe, expect, test } from "bun:test";

import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { tusBytes, tusCall, tusMetadata } from "#tests/support/tus.ts";
import { createUploadClub } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());
beforeEach(async () => {
  await club.deps.disk.prepare();
});

const startUpload = async (size: number) => {
  const fields = { filename: "Emma.epub", kind: "ebook", bookId: String(club.bookId) };
  const headers = { "upload-length": String(size), "upload-metadata": tusMetadata(fields) };
  return (await tusCall(club, club.chief, "POST", "/api/uploads", headers)).headers.get("location") ?? "";
};

describe("a network that blocks PATCH, HEAD and DELETE", () => {
  const callWithOverride = (method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) =>
    tusCall(club, club.chief, "POST", path, { "x-http-method-override": method, ...headers }, body);

  test("allows sending, asking and canceling by override", async () => {
    const bytes = epub({ title: "Emma" });
    const path = await startUpload(bytes.length);
    expect((await callWithOverride("PATCH", path, tusBytes(0), bytes.subarray(0, 300))).status).toBe(204);
    expect((await callWithOverride("HEAD", path)).headers.get("upload-offset")).toBe("300");
    expect((await callWithOverride("patch", path, tusBytes(300), bytes.subarray(300))).status).toBe(204);
    expect(club.deps.stores.books.findFile(club.bookId, "ebook")).not.toBeNull();
    const otherPath = await startUpload(bytes.length);
    expect((await callWithOverride("DELETE", otherPath)).status).toBe(204);
    expect((await tusCall(club, club.chief, "HEAD", otherPath, {})).status).toBe(404);
  });

  test("overrides no other call, and is ignored elsewhere", async () => {
    const path = await startUpload(1000);
    for (const method of ["", "GET", "PUT", "POST", "TRACE"])
      expect((await callWithOverride(method, path)).status).toBe(400);
    expect(
      (await callWithOverride("PATCH", path, { ...tusBytes(0), "content-type": "text/plain" }, epub())).status,
    ).toBe(415);
    const postResponse = await tusCall(club, club.chief, "POST", "/api/books/1", {
      "x-http-method-override": "DELETE",
    });
    expect(postResponse.status).toBe(404);
  });
});
