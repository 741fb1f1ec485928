import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { executable, type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, signedIn } from "#tests/support/large-upload.ts";
import { until } from "#tests/support/poll-until.ts";
import { hasHistory, type Release, releasedProgram, RELEASES } from "#tests/support/released-versions.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

const MB = 1024 * 1024;

/** The progress of an upload when the new version starts. */
type Progress = { name: string; bytes: (length: number) => number; book: "existing" | "new" };
const PROGRESS: readonly Progress[] = [
  { name: "nothing", bytes: () => 0, book: "existing" },
  { name: "half", bytes: (length) => length / 2, book: "existing" },
  { name: "all but a byte", bytes: (length) => length - 1, book: "existing" },
  { name: "everything", bytes: (length) => length, book: "existing" },
  { name: "half of a new book", bytes: (length) => length / 2, book: "new" },
  { name: "everything of a new book", bytes: (length) => length, book: "new" },
];

describe.skipIf(!hasHistory()).each(Object.keys(RELEASES) as Release[])("uploads begun by version %s", (version) => {
  let club: RunningClub;
  let admin: Awaited<ReturnType<typeof signedIn>>;
  beforeEach(async () => {
    club = await startClub({ program: await releasedProgram(version), environment: { NIGHTLY_BACKUP: "off" } });
    admin = await signedIn(club);
  }, 300_000);
  afterEach(async () => void (await club.stop()));

  const call = (method: string, path: string, headers: object = {}, body?: BodyInit | ReadableStream) =>
    fetch(`${club.url}${path}`, {
      method,
      headers: { cookie: admin.cookie, "tus-resumable": "1.0.0", ...headers },
      ...(body !== undefined && { body }),
    });
  const create = async (length: number, bookId: string): Promise<string> => {
    const metadata = tusMetadata({ filename: "Emma.m4b", kind: "audiobook", bookId });
    const response = await call("POST", "/api/uploads", {
      "upload-length": String(length),
      "upload-metadata": metadata,
    });
    expect(response.status).toBe(201);
    return new URL(response.headers.get("location") ?? "", club.url).pathname;
  };
  const offsetOf = async (path: string) => {
    const response = await call("HEAD", path);
    return [response.status, Number(response.headers.get("upload-offset"))];
  };
  const send = (path: string, offset: number, bytes: Uint8Array) =>
    call("PATCH", path, tusBytes(offset), new Uint8Array(bytes));
  const storedFile = (bookId: number) => {
    const db = openDatabase(`${club.storageDir}/bookclub.db`);
    const storedFile = createStores(db).books.findFile(bookId, "audiobook");
    db.close();
    return storedFile;
  };
  const createBook = async (title: string): Promise<number> => {
    const book = { title, author: "Jane Austen", month: "2026-03" };
    const response = await call("POST", "/api/books", { "content-type": "application/json" }, JSON.stringify(book));
    return (await response.json()).id;
  };

  test("resume in this version from their offset", async () => {
    const uploads = [];
    for (const { name, bytes, book: bookTarget } of PROGRESS) {
      const book = largeAudiobook(2 * MB, `${version}, ${name}`);
      const content = Buffer.concat([...book.bytes()]);
      const bookId = bookTarget === "new" ? null : await createBook(name);
      const path = await create(book.length, bookId === null ? "new" : String(bookId));
      const sentBytes = Math.floor(bytes(book.length));
      if (sentBytes > 0)
        expect([name, (await send(path, 0, content.subarray(0, sentBytes))).status]).toEqual([name, 204]);
      uploads.push({ name, book, content, path, sent: sentBytes, bookId });
    }
    await club.kill();
    await club.restart(await executable());
    for (const { name, book, content, path, sent, bookId } of uploads) {
      expect([name, ...(await offsetOf(path))]).toEqual([name, 200, sent]);
      if (sent < book.length)
        expect([name, (await send(path, sent, content.subarray(sent))).status]).toEqual([name, 204]);
      const foundResponse = await call("GET", `${path}/found`);
      expect([name, foundResponse.status]).toEqual([name, 200]);
      expect(await foundResponse.json()).toMatchObject({
        filename: "Emma.m4b",
        found: { title: `${version}, ${name}` },
      });
      const targetId = bookId ?? (await createBook(name));
      const assignToBook = () =>
        call("POST", `${path}/book`, { "content-type": "application/json" }, JSON.stringify({ bookId: targetId }));
      // the second time as if the response had been lost
      if (bookId === null)
        expect([name, (await assignToBook()).status, (await assignToBook()).status]).toEqual([name, 200, 200]);
      expect(storedFile(targetId)).toMatchObject({ size: book.length, sha256: book.sha256() });
    }
  }, 300_000);

  test("resume if the server was killed while receiving", async () => {
    const book = largeAudiobook(8 * MB, `${version}, killed`);
    const content = Buffer.concat([...book.bytes()]);
    const path = await create(book.length, String(admin.bookId));
    const file = Bun.file(`${club.storageDir}/uploads/${path.split("/").at(-1)}`);
    const halfContent = content.subarray(0, content.length / 2);
    // the rest is never sent
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(halfContent)) });
    const interruptedUpload = call("PATCH", path, tusBytes(0), body).catch(() => null);
    await until(
      () => file.stat().then(({ size }) => size),
      (size) => size > MB,
    );
    await club.kill();
    await interruptedUpload;
    await club.restart(await executable());
    const [status, offset = 0] = await offsetOf(path);
    expect(status).toBe(200);
    expect(offset).toBeGreaterThan(MB);
    expect(offset).toBeLessThanOrEqual(halfContent.length);
    expect((await send(path, offset, content.subarray(offset))).status).toBe(204);
    expect(storedFile(admin.bookId)).toMatchObject({ size: book.length, sha256: book.sha256() });
  }, 300_000);
});
