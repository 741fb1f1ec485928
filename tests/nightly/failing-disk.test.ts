import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendUnannounced, signedIn } from "#tests/support/large-upload.ts";
import { canInject, injectError } from "#tests/support/strace.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

/** Number of the call that fails, counted per thread. */
const FAILING_CALLS = [1, 2, 3, 4, 5, 6];
/** Uploads until an injected error of a rare call has occurred. */
const ATTEMPT_COUNT = 8;
const FILE_BYTES = 4 * 1024 * 1024;

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
/** The last successful upload's content. */
let currentHash: string;
let title = 0;

beforeAll(async () => {
  club = await startClub({ environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  admin = await signedIn(club);
  expect(await upload()).toBe(201);
}, 300_000);
afterAll(() => club.stop());

const inTmp = () => readdirSync(join(club.storageDir, "tmp"));

/** Sends another book; the server must serve it completely if accepted, otherwise the previous one. */
async function upload(pause?: () => Promise<unknown>): Promise<number> {
  title += 1;
  const book = largeAudiobook(FILE_BYTES, `Book ${title}`);
  const { status } = await sendUnannounced(admin, book, pause);
  expect([201, 500, 507]).toContain(status);
  if (status === 201) currentHash = book.sha256();
  expect(await fetchServedHash()).toBe(currentHash);
  expect(inTmp()).toEqual([]);
  return status;
}

/** The hash of the file that members get. */
async function fetchServedHash(): Promise<string> {
  const address = `${club.url}/api/download/audiobook/${admin.bookId}`;
  const response = await fetch(address, { headers: { cookie: admin.cookie } });
  expect(response.status).toBe(200);
  return new Bun.CryptoHasher("sha256").update(await response.bytes()).digest("hex");
}

/** A tus call to the path of an upload, or of all. */
const callTus = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
  fetch(new URL(path, club.url), {
    method,
    headers: { cookie: admin.cookie, "tus-resumable": "1.0.0", ...headers },
    ...(body && { body }),
  });

/** 410 when the file is stored, but not the upload's result. */
const DROPPED_STATUSES = [404, 410];

/**
 * Uploads another book resumably: continues after each rejection, or starts over if the server deleted the upload.
 * Expects that the old or the new book is served completely, and the new one at the end. `prepare` gets the file before
 * its first byte. @returns the number of rejections
 */
async function resume(prepare: (path: string) => Promise<unknown> = () => Promise.resolve()): Promise<number> {
  title += 1;
  const book = largeAudiobook(FILE_BYTES, `Book ${title}`);
  const bytes = Buffer.concat([...book.bytes()]);
  const metadata = tusMetadata({ filename: "a.m4b", kind: "audiobook", bookId: String(admin.bookId) });
  const size = { "upload-length": String(bytes.length), "upload-metadata": metadata };
  let address: string | null = null;
  for (let rejectedCount = 0; rejectedCount < ATTEMPT_COUNT;) {
    const { status, headers }: Response = await (address
      ? callTus(address, "HEAD", {})
      : callTus("/api/uploads", "POST", size));
    if (!address && status === 201) {
      address = headers.get("location");
      if (rejectedCount === 0) await prepare(join(club.storageDir, "uploads", address?.split("/").at(-1) ?? ""));
    }
    const offset = Number(headers.get("upload-offset") ?? 0);
    const isThere = status === 200 && offset === bytes.length;
    const response =
      address && status < 300 && !isThere
        ? await callTus(address, "PATCH", tusBytes(offset), bytes.subarray(offset))
        : null;
    const servedHash = await fetchServedHash();
    expect([currentHash, book.sha256()]).toContain(servedHash);
    currentHash = servedHash;
    if (isThere || response?.ok) {
      expect(servedHash).toBe(book.sha256());
      return rejectedCount;
    }
    expect([...DROPPED_STATUSES, 500, 507]).toContain(response?.status ?? status);
    rejectedCount += 1;
    if (DROPPED_STATUSES.includes(status)) address = null;
  }
  throw new Error("The upload was never accepted.");
}

for (const call of ["fsync,fdatasync", "rename"])
  for (const error of ["EIO", "ENOSPC"])
    test.skipIf(!canInject)(
      `serves a whole file when ${call} fails with ${error} (U05)`,
      async () => {
        let [errorCount, rejectedCount] = [0, 0];
        for (const nth of FAILING_CALLS) {
          const fault = await injectError(club.pid(), `${call}:error=${error}:when=${nth}`, { threads: true });
          for (let tries = 0; tries < ATTEMPT_COUNT; tries += 1) if ((await upload()) !== 201) rejectedCount += 1;
          errorCount += await fault.end();
          expect(await upload()).toBe(201);
        }
        console.log(`U05: ${call} ${error}: ${errorCount} struck, ${rejectedCount} uploads refused`);
        expect(errorCount).toBeGreaterThanOrEqual(FAILING_CALLS.length);
        expect(rejectedCount).toBeGreaterThan(0);
      },
      300_000,
    );

for (const error of ["EIO", "ENOSPC"])
  test.skipIf(!canInject)(
    `serves the old file when a write fails with ${error} (U05)`,
    async () => {
      let errorCount = 0;
      for (const nth of FAILING_CALLS) {
        const injections: Awaited<ReturnType<typeof injectError>>[] = [];
        const injectBefore = async () => {
          while (inTmp().length === 0) await Bun.sleep(5);
          const path = join(club.storageDir, "tmp", inTmp()[0] ?? "");
          injections.push(
            await injectError(club.pid(), `pwrite64:error=${error}:when=${nth}`, { threads: true, path }),
          );
        };
        const status = await upload(injectBefore);
        let hitCount = 0;
        for (const fault of injections) hitCount += await fault.end();
        // a few chunks, written by several threads, may all precede the nth call of one thread
        expect(status).toBe(hitCount === 0 ? 201 : error === "EIO" ? 500 : 507);
        errorCount += hitCount;
        expect(await upload()).toBe(201);
      }
      console.log(`U05: pwrite64 ${error}: ${errorCount} struck`);
      expect(errorCount).toBeGreaterThan(0);
    },
    300_000,
  );

for (const call of ["fsync,fdatasync", "rename", "pwrite64"])
  for (const error of ["EIO", "ENOSPC"])
    test.skipIf(!canInject)(
      `resumes when ${call} of an upload fails with ${error} (U05)`,
      async () => {
        let [errorCount, rejectedCount] = [0, 0];
        for (const nth of FAILING_CALLS) {
          const injections: Awaited<ReturnType<typeof injectError>>[] = [];
          const injectBefore = async (path: string) => {
            const filter = call === "pwrite64" ? { threads: true, path } : { threads: true };
            injections.push(await injectError(club.pid(), `${call}:error=${error}:when=${nth}`, filter));
          };
          rejectedCount += await resume(injectBefore);
          for (const fault of injections) errorCount += await fault.end();
        }
        console.log(`U05: resumable, ${call} ${error}: ${errorCount} struck, ${rejectedCount} refusals`);
        expect(errorCount).toBeGreaterThan(0);
        expect(rejectedCount).toBeGreaterThan(0);
      },
      300_000,
    );
