import { afterAll, expect, test } from "bun:test";

import type { FileWarnings } from "#contract/reading.ts";
import { readListening } from "#server/alignment/preserved-progress.ts";
import { attachFile } from "#server/books/book-files.ts";
import { createClub } from "#tests/support/club.ts";
import { inspectHere } from "#tests/support/inspect-here.ts";
import { m4b } from "#tests/support/m4b.ts";
import { oddBook } from "#tests/support/odd-books.ts";

const club = await createClub({ own: { sandbox: inspectHere } });
await club.deps.disk.prepare();
const [ada, mia] = [club.admin(), club.member()];
const { id } = club.deps.stores.books.insert({ title: "Emma", author: "A", month: "2026-03" }, "2026-03-01");
afterAll(() => club.close());

async function uploadFile(kind: "ebook" | "audiobook", filename: string, bytes: Uint8Array) {
  const receivedFile = await club.deps.disk.receive([bytes], { maxBytes: 1e7 });
  return attachFile(club.deps, { bookId: id, kind, filename, received: receivedFile, readListening });
}
const listWarnings = async (): Promise<FileWarnings> => (await ada.call("GET", `/api/books/${id}/warnings`)).json();
const removePage = (opf: string) =>
  opf
    .replace("<item id", '<item id="lost" href="gone.xhtml" media-type="application/xhtml+xml"/><item id')
    .replace("<itemref", '<itemref idref="lost"/><itemref');

test("keeps an upload's warnings until a better file is there", async () => {
  expect(await listWarnings()).toEqual({ ebook: [], audiobook: [] });
  const ebookUpload = await uploadFile("ebook", "a.epub", oddBook({ opf: removePage }));
  const audiobookUpload = await uploadFile("audiobook", "a.m4b", m4b({ audioType: 42 }));
  expect(ebookUpload.warnings).toEqual([expect.stringMatching(/^Not in the file: 1 page/)]);
  expect(audiobookUpload.warnings).toEqual([expect.stringMatching(/xHE-AAC/)]);
  expect(await listWarnings()).toEqual({ ebook: ebookUpload.warnings, audiobook: audiobookUpload.warnings });
  await uploadFile("audiobook", "b.m4b", m4b());
  await uploadFile("ebook", "b.epub", oddBook({}));
  expect(await listWarnings()).toEqual({ ebook: [], audiobook: [] });
});

test("removes an audiobook's warnings with the audiobook", async () => {
  await uploadFile("audiobook", "a.m4b", m4b({ audioType: 42 }));
  expect((await ada.call("PATCH", `/api/books/${id}`, { audiobookFilename: null })).status).toBe(200);
  expect((await listWarnings()).audiobook).toEqual([]);
});

test("shows warnings to admins only", async () => {
  expect((await mia.call("GET", `/api/books/${id}/warnings`)).status).toBe(403);
  expect((await club.visitor.call("GET", `/api/books/${id}/warnings`)).status).toBe(401);
  expect((await ada.call("GET", "/api/books/4711/warnings")).status).toBe(404);
});
