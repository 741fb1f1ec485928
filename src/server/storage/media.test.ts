import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, rmSync, writeFileSync } from "node:fs";

import { createNightlyBackup, retryOffSiteCopy } from "#server/operations/backups/nightly.ts";
import { restoreBackup } from "#server/operations/backups/restore.ts";
import { verifyStorage } from "#server/operations/doctor/verify.ts";
import { type Club, createClub, type Person } from "#tests/support/club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { inspectHere } from "#tests/support/inspect-here.ts";
import { m4b } from "#tests/support/m4b.ts";
import { type S3Trouble, startS3Server } from "#tests/support/s3-server.ts";

import { copyNewFilesToBucket, moveToBucket, moveToDisk } from "./move-media.ts";

const audiobookBytes = m4b({ title: "Emma", seconds: 1, padding: 50_000 });
const ebookBytes = epub({ title: "Emma" });

let s3: ReturnType<typeof startS3Server>;
let club: Club;
let admin: Person;
let bookId: number;
beforeEach(async () => {
  s3 = startS3Server();
  await openClub();
});
afterEach(async () => {
  club.close();
  await s3.stop();
});

async function openClub(environment: Record<string, string> = { MEDIA: "s3" }) {
  club = await createClub({
    now: new Date().toISOString(),
    environment: { ...s3.environment, ...environment },
    own: { sandbox: inspectHere },
  });
  admin = club.admin();
  bookId = club.deps.stores.books.insert({ title: "Emma", author: "Jane Austen", month: "2026-03" }, "2026-03-01").id;
  await upload();
}

async function upload() {
  for (const [kind, filename, data] of [
    ["ebook", "a.epub", ebookBytes],
    ["audiobook", "a.m4b", audiobookBytes],
  ] as const) {
    const form = multipart([
      { name: "bookId", data: String(bookId) },
      { name: kind, filename, data },
    ]);
    expect((await sendForm(club, admin, `/api/upload/${kind}`, form)).status).toBe(201);
  }
}

const pathOf = (kind: "ebook" | "audiobook") => club.deps.stores.books.findFile(bookId, kind)?.path ?? "";
const isOnDisk = (kind: "ebook" | "audiobook") => existsSync(club.deps.disk.absolute(pathOf(kind)));
const download = (kind: "ebook" | "audiobook", options: { method?: string; path?: string } = {}) =>
  admin.call(options.method ?? "GET", options.path ?? `/api/download/${kind}/${bookId}`);
const getStorage = async () => (await admin.call("GET", "/api/storage")).json();

describe("with MEDIA=s3 a book", () => {
  test("is stored on disk, and served from there until uploaded", async () => {
    expect((await download("audiobook")).status).toBe(200);
    expect(await getStorage()).toMatchObject({ faults: [], bucket: { waiting: 2, fault: null } });
    expect(await copyNewFilesToBucket(club.deps)).toBe(true);
    expect([...s3.objects.keys()].toSorted()).toEqual([pathOf("audiobook"), pathOf("ebook")]);
    expect([isOnDisk("ebook"), isOnDisk("audiobook")]).toEqual([true, false]);
    expect(await getStorage()).toMatchObject({ faults: [], bucket: { waiting: 0, fault: null } });
  });

  test.each(["ebook", "audiobook"] as const)("is served by a temporary bucket address: %s", async (kind) => {
    await copyNewFilesToBucket(club.deps);
    const response = await download(kind);
    expect([response.status, response.headers.get("cache-control"), await response.text()]).toEqual([
      302,
      "no-store",
      "",
    ]);
    const address = response.headers.get("location") ?? "";
    expect(address).toStartWith(`${s3.url}/club/books/`);
    const wholeResponse = await fetch(address);
    expect(await wholeResponse.bytes()).toEqual(new Uint8Array(kind === "ebook" ? ebookBytes : audiobookBytes));
    expect(wholeResponse.headers.get("content-disposition")).toBe(
      `attachment; filename=${kind === "ebook" ? "Emma.epub" : "Emma_audiobook.m4b"}`,
    );
    const partialResponse = await fetch(address, { headers: { range: "bytes=10-19" } });
    expect([partialResponse.status, (await partialResponse.bytes()).length]).toEqual([206, 10]);
    expect(Number(new URL(address).searchParams.get("X-Amz-Expires"))).toBeLessThanOrEqual(15 * 60);
    expect((await fetch(address.replace("response-content", "other"))).status).toBe(403);
  });

  test("is for members only, and the server handles HEAD", async () => {
    await copyNewFilesToBucket(club.deps);
    expect((await club.visitor.call("GET", `/api/download/audiobook/${bookId}`)).status).toBe(401);
    const headResponse = await download("audiobook", { method: "HEAD" });
    expect([headResponse.status, headResponse.headers.get("content-length")]).toEqual([
      200,
      String(audiobookBytes.length),
    ]);
  });

  test("that was replaced is still served to its listeners", async () => {
    await copyNewFilesToBucket(club.deps);
    const { uploadedAt } = club.deps.stores.books.findFile(bookId, "audiobook") ?? {};
    const pathBefore = pathOf("audiobook");
    club.setTime(new Date(Date.now() + 60_000).toISOString());
    await upload();
    await copyNewFilesToBucket(club.deps);
    const response = await download("audiobook", { path: `/api/download/audiobook/${bookId}?v=${uploadedAt}` });
    expect(response.headers.get("location")).toStartWith(`${s3.url}/club/${pathBefore}`);
  });

  test("is in feeds, and sent to eReaders from the local file", async () => {
    await copyNewFilesToBucket(club.deps);
    const { url } = await (await admin.call("POST", "/api/profile/feeds/podcast")).json();
    const path = new URL(url).pathname.replace("podcast.xml", `audiobook/${bookId}.m4b`);
    const response = await club.visitor.call("GET", path);
    expect(await (await fetch(response.headers.get("location") ?? "")).bytes()).toEqual(new Uint8Array(audiobookBytes));
    expect((await admin.call("GET", `/api/books/${bookId}/contents`)).status).toBe(200);
  });
});

describe("a bucket that fails", () => {
  test.each<[Exclude<S3Trouble, "slow" | "silent" | null>, RegExp, number]>([
    ["full", /^The bucket is full\.$/, 2],
    ["broken", /service failed/, 1],
    ["gone", /no bucket club/, 1],
    ["denied", /may not do this/, 2],
    ["forgetful", /can't be trusted/, 2],
  ])("loses no upload, and the page gives the reason: %s", async (bucketFault, expectedText, waitingCount) => {
    s3.make(bucketFault);
    expect(await copyNewFilesToBucket(club.deps)).toBe(false);
    expect(await getStorage()).toMatchObject({
      faults: [],
      bucket: { waiting: waitingCount, fault: expect.stringMatching(expectedText) },
    });
    for (const kind of ["ebook", "audiobook"] as const) expect((await download(kind)).status).toBe(200);
    s3.make(null);
    expect(await copyNewFilesToBucket(club.deps)).toBe(true);
    expect(await getStorage()).toMatchObject({ bucket: { waiting: 0, fault: null } });
  });

  test("shows listeners a message, while eBooks come from the disk", async () => {
    await copyNewFilesToBucket(club.deps);
    s3.make("broken");
    const response = await download("audiobook");
    expect([response.status, (await response.json()).message]).toEqual([
      502,
      expect.stringContaining("can't be reached"),
    ]);
    expect((await download("audiobook", { method: "HEAD" })).status).toBe(502);
    expect((await download("ebook")).status).toBe(200);
    expect((await getStorage()).faults).toEqual([]);
  });

  test("is reported when it loses a book", async () => {
    await copyNewFilesToBucket(club.deps);
    s3.objects.delete(pathOf("audiobook"));
    expect((await download("audiobook")).status).toBe(404);
    expect((await getStorage()).faults).toMatchObject([{ path: pathOf("audiobook"), found: null }]);
    expect((await verifyStorage(club.deps)).issues).toHaveLength(1);
    s3.objects.set(pathOf("audiobook"), new Uint8Array(audiobookBytes.length));
    expect((await verifyStorage(club.deps)).issues).toEqual([expect.stringContaining("is damaged in the bucket")]);
  });
});

describe("moving", () => {
  test("verifies an existing copy and a local file by reading them", async () => {
    s3.objects.set(pathOf("audiobook"), new Uint8Array(audiobookBytes.length));
    await moveToBucket(club.deps);
    expect(s3.objects.get(pathOf("audiobook"))).toEqual(new Uint8Array(audiobookBytes));
    expect((await verifyStorage(club.deps)).issues).toEqual([]);
    club.setTime(new Date(Date.now() + 60_000).toISOString());
    await upload();
    writeFileSync(club.deps.disk.absolute(pathOf("audiobook")), Buffer.alloc(audiobookBytes.length));
    expect((await moveToBucket(club.deps)).errors).toEqual([expect.stringContaining("is damaged")]);
    expect([isOnDisk("audiobook"), s3.objects.has(pathOf("audiobook"))]).toEqual([true, false]);
  });

  test("back to the disk verifies each file, and keeps the bucket's", async () => {
    await moveToBucket(club.deps);
    const objectCount = s3.objects.size;
    const objectBytes = s3.objects.get(pathOf("audiobook")) ?? new Uint8Array();
    s3.objects.set(pathOf("audiobook"), new Uint8Array(audiobookBytes.length));
    expect((await moveToDisk(club.deps)).errors).toEqual([expect.stringContaining("damaged in the bucket")]);
    expect(isOnDisk("audiobook")).toBe(false);
    s3.objects.set(pathOf("audiobook"), objectBytes);
    expect(await moveToDisk(club.deps)).toEqual({ fileCount: 1, bytes: audiobookBytes.length, errors: [] });
    expect(await moveToDisk(club.deps)).toEqual({ fileCount: 0, bytes: 0, errors: [] });
    expect([isOnDisk("audiobook"), s3.objects.size]).toEqual([true, objectCount]);
  });
});

describe("a backup", () => {
  test("lists bucket audiobooks, which a restore finds there", async () => {
    await copyNewFilesToBucket(club.deps);
    expect(await createNightlyBackup(club.deps)).toMatchObject({ outcome: "whole" });
    expect(await retryOffSiteCopy(club.deps)).toBeNull();
    const [manifestPath = ""] = [...new Bun.Glob("backups/*/manifest.json").scanSync(club.config.storageDir)];
    const manifest = await Bun.file(club.deps.disk.absolute(manifestPath)).json();
    expect(manifest.inBucket).toMatchObject([{ path: pathOf("audiobook"), size: audiobookBytes.length }]);
    expect(manifest.entries.map(({ path }: { path: string }) => path)).toContain(pathOf("ebook"));
    const folder = club.deps.disk.absolute(manifestPath.replace("/manifest.json", ""));
    await expect(restoreBackup(`${club.config.storageDir}/drill`, folder, { now: new Date() })).resolves.toBeDefined();
  });

  test("keeps a replaced book while a backup needs it", async () => {
    s3.objects.set("books/Emma.epub", Buffer.from("an operator's"));
    await copyNewFilesToBucket(club.deps);
    const replacedPath = pathOf("audiobook");
    await createNightlyBackup(club.deps);
    const backUpAfterDays = async (days: number) => {
      club.setTime(new Date(Date.now() + days * 86_400_000).toISOString());
      expect(await createNightlyBackup(club.deps)).toMatchObject({ outcome: "whole" });
    };
    club.setTime(new Date(Date.now() + 60_000).toISOString());
    await upload();
    await copyNewFilesToBucket(club.deps);
    await backUpAfterDays(3);
    expect(s3.objects.has(replacedPath)).toBe(true);
    for (const name of new Bun.Glob("backups/2*").scanSync({ cwd: club.config.storageDir, onlyFiles: false }))
      rmSync(club.deps.disk.absolute(name), { recursive: true });
    await backUpAfterDays(4);
    expect(s3.objects.has(replacedPath)).toBe(true);
    for (const key of [...s3.objects.keys()].filter((key) => key.startsWith("backups/"))) s3.objects.delete(key);
    await backUpAfterDays(5);
    expect(s3.objects.has(replacedPath)).toBe(false);
    expect(s3.objects.has(pathOf("audiobook"))).toBe(true);
    expect(s3.objects.has("books/Emma.epub")).toBe(true);
  });
});

describe("the page's policy", () => {
  const getPolicy = async () => (await club.visitor.call("GET", "/")).headers.get("content-security-policy") ?? "";

  test("allows the bucket only while books are in it", async () => {
    expect(await getPolicy()).toContain(`media-src 'self' blob: ${s3.url}; connect-src 'self' ${s3.url};`);
    club.close();
    await openClub({});
    expect(await getPolicy()).not.toContain(s3.url);
  });

  test("serves books from the bucket without MEDIA=s3", async () => {
    await moveToBucket(club.deps);
    const file = club.deps.stores.books.findFile(bookId, "audiobook");
    club.close();
    await openClub({});
    if (file) club.deps.stores.books.replaceFile(bookId, "audiobook", file, null);
    expect((await download("audiobook")).status).toBe(302);
    expect((await download("ebook")).status).toBe(200);
  });
});
