import { afterEach, beforeEach, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, truncateSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { createSandbox } from "#server/adapters/sandbox.ts";
import { AppError } from "#server/errors.ts";
import { deleteUnreferencedCache } from "#server/storage/stored-files.ts";
import { png } from "#tests/support/images.ts";
import { countingSandbox } from "#tests/support/inspect-here.ts";
import { createReadingClub, type ReadingClub } from "#tests/support/reading-club.ts";

const countedSandbox = countingSandbox();
let club: ReadingClub;
beforeEach(async () => {
  countedSandbox.runs.length = 0;
  club = await createReadingClub(countedSandbox.sandbox);
});
afterEach(() => club.close());

const twoChapters = [
  { title: "One", body: "<p>Once.</p>" },
  { title: "Two", body: "<p>Twice.</p>" },
];
const firstHref = "OEBPS/text/c1.xhtml";
const listCached = () => {
  const folder = club.deps.disk.absolute("cache/ebooks");
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
};
const emptyCache = () => rm(club.deps.disk.absolute("cache"), { recursive: true });

test("cleans and measures a book once, at upload, in the child", async () => {
  await club.giveText({ chapters: twoChapters });
  expect(countedSandbox.runs.map(([kind]) => kind)).toEqual(["epub"]);
  for (let round = 0; round < 3; round += 1) {
    expect((await club.get("contents")).length).toBe(11);
    expect((await club.text(firstHref)).status).toBe(200);
  }
  expect(countedSandbox.runs).toHaveLength(1);
});

test("prepares an earlier version's book once for all readers", async () => {
  await club.giveText({ chapters: twoChapters });
  await emptyCache();
  const responses = await Promise.all(Array.from({ length: 20 }, () => club.text(firstHref)));
  expect(responses.every(({ status }) => status === 200)).toBe(true);
  expect(countedSandbox.runs.map(([kind]) => kind)).toEqual(["epub", "text"]);
});

test("repairs prepared text that a power cut damaged", async () => {
  await club.giveText({ chapters: twoChapters });
  const [pack = ""] = listCached();
  truncateSync(pack, 20);
  expect((await club.get("contents")).length).toBe(11);
  expect(await (await club.text(firstHref)).text()).toContain("<p>Once.</p>");
});

test("rejects a book that kills the child process", async () => {
  await club.giveText({ chapters: twoChapters });
  await emptyCache();
  let tries = 0;
  const killingClub = await createReadingClub({
    run: (args) => {
      if (args.length < 3) return countedSandbox.sandbox.run(args);
      tries += 1;
      return Promise.reject(new AppError("invalid", "Reading this file takes too much memory or time."));
    },
  });
  await expect(killingClub.giveText({ chapters: twoChapters })).rejects.toMatchObject({ code: "invalid" });
  killingClub.deps.stores.books.replaceFile(
    killingClub.bookId,
    "ebook",
    { filename: "a.epub", path: "books/1/a.epub", size: 1, sha256: "00", uploadedAt: "2026-03-01T00:00:00Z" },
    null,
  );
  await Bun.write(killingClub.deps.disk.absolute("books/1/a.epub"), "A book");
  tries = 0;
  for (let round = 0; round < 3; round += 1) {
    const response = await killingClub.mia.call("GET", killingClub.path("contents"));
    expect([response.status, await response.json()]).toEqual([
      404,
      { message: "This eBook can't be shown here. You can still download it." },
    ]);
  }
  expect(tries).toBe(1);
  killingClub.close();
});

test("a too large chapter shows an error, the others are shown", async () => {
  const nestedMarkup = `${"<div>".repeat(30_000)}x${"</div>".repeat(30_000)}`;
  await club.giveText({ chapters: [...twoChapters, { title: "Deep", body: nestedMarkup }] });
  const response = await club.text("OEBPS/text/c3.xhtml");
  const message = "This part of the book can't be shown here. You can still download the book.";
  expect([response.status, await response.json()]).toEqual([404, { message }]);
  const page = await club.mia.call("GET", `${club.path("text/OEBPS/text/c3.xhtml")}?page`);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(await page.text()).toContain(message);
  expect((await club.text(firstHref)).status).toBe(200);
  expect((await club.get("contents")).sections.map(({ length }: { length: number }) => length)).toEqual([5, 6, 0]);
});

test("serves large chapters and drawings without rereading them", async () => {
  const randomText = () => randomBytes(30).toString("base64");
  const lines = Array.from({ length: 90_000 }, () => `<path d="M0 0L9 9" id="${randomText()}"/>`);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg">${lines.join("")}</svg>`;
  const paragraphs = Array.from({ length: 70_000 }, () => `<p>${randomText()}</p>`);
  const longPage = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${paragraphs.join("")}</body></html>`;
  await club.giveText({
    chapters: twoChapters,
    more: [
      { name: "long.xhtml", type: "application/xhtml+xml", data: longPage },
      { name: "drawing.svg", type: "image/svg+xml", data: drawing },
    ],
  });
  expect((await (await club.text("OEBPS/long.xhtml")).text()).length).toBeGreaterThan(3_000_000);
  expect((await (await club.text("OEBPS/drawing.svg")).text()).match(/<path /g)).toHaveLength(90_000);
  expect(countedSandbox.runs).toHaveLength(1);
});

test("images in the spine are pages without text", async () => {
  const image = await png();
  const images = Array.from({ length: 9 }, (_, at) => ({ name: `p ${at}.png`, type: "image/png", data: image }));
  await club.giveText({
    chapters: twoChapters,
    more: images,
    itemrefs: images.map((_, at) => `<itemref idref="m${at}"/>`).join(""),
  });
  const { sections, length } = await club.get("contents");
  expect([sections.length, length]).toEqual([11, 11]);
  const response = await club.mia.call("GET", club.path("text/OEBPS/p%200.png?page"));
  expect(response.headers.get("content-type")).toBe("application/xhtml+xml; charset=utf-8");
  expect(await response.text()).toContain('<body><img src="p%200.png" alt=""/></body>');
  expect(Buffer.from(await (await club.text("OEBPS/p 0.png")).bytes()).equals(image)).toBe(true);
});

test("deletes a replaced book's prepared text in the next cleanup", async () => {
  await club.giveText({ chapters: twoChapters });
  club.pass(1);
  await club.giveText({ chapters: twoChapters.slice(1) });
  expect(listCached()).toHaveLength(2);
  expect(await deleteUnreferencedCache(club.deps, [])).toBe(1);
  expect(listCached()).toHaveLength(1);
  expect((await club.get("contents")).length).toBe(6);
  expect(countedSandbox.runs.map(([kind]) => kind)).toEqual(["epub", "epub", "compare"]);
});

test("the child process prepares a book as this process would", async () => {
  const sandboxedClub = await createReadingClub(createSandbox());
  await sandboxedClub.giveText({ chapters: twoChapters });
  expect((await sandboxedClub.get("contents")).length).toBe(11);
  expect(await (await sandboxedClub.text(firstHref)).text()).toContain("<p>Once.</p>");
  sandboxedClub.close();
}, 300_000);
