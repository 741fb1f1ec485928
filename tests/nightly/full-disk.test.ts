import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { apiClient } from "#tests/support/api-client.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { type Calling, createWriters, prepareThings } from "#tests/support/interrupted-writers.ts";
import { largeAudiobook, sendRaw, sendUnannounced, signedIn } from "#tests/support/large-upload.ts";
import { m4b } from "#tests/support/m4b.ts";
import { canInject, injectError } from "#tests/support/strace.ts";
import { tusBytes, tusMetadata } from "#tests/support/tus.ts";

const MB = 1024 * 1024;
/** The server's largest single disk write, in bytes. */
const CHUNK_BYTES = 256 * 1024;

/** Mounting needs root and a kernel that allows it; containers may not. */
const folder = mkdtempSync(join(tmpdir(), "bookclub-small-disk-"));
mkdirSync(join(folder, "disk"));
const storageDir = join(folder, "disk");
const canMount =
  process.getuid?.() === 0 &&
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", storageDir], { stderr: "ignore" }).exitCode === 0;

let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  club = await startClub({ storageDir, environment: { LOG_LEVEL: "warn", MAX_UPLOAD_MB: "400" } });
  admin = await signedIn(club);
  expect((await sendRaw(admin, largeAudiobook(5 * MB))).status).toBe(201);
}, 300_000);
afterAll(async () => {
  await club.stop();
  if (canMount) Bun.spawnSync(["umount", storageDir]);
  rmSync(folder, { recursive: true, force: true });
});

const inTmp = () => readdirSync(join(storageDir, "tmp"));
const fetchServedHash = async () => {
  const headers = { cookie: admin.cookie };
  const response = await fetch(`${club.url}/api/download/audiobook/${admin.bookId}`, { headers });
  expect(response.status).toBe(200);
  return new Bun.CryptoHasher("sha256").update(await response.bytes()).digest("hex");
};
describe.skipIf(!canMount)("on a disk of 80 MB (skipped without the right to mount one)", () => {
  test("rejects too large a Content-Length before reading", async () => {
    const servedBefore = await fetchServedHash();
    const { status, body } = await sendRaw(admin, largeAudiobook(200 * MB));
    expect(status).toBe(507);
    expect(body).toContain("too little space");
    expect(await fetchServedHash()).toBe(servedBefore);
  });

  test("resumes an upload that filled the disk", async () => {
    const book = largeAudiobook(20 * MB, "Half");
    const bytes = Buffer.concat([...book.bytes()]);
    const call = (path: string, method: string, headers: Record<string, string>, body?: Uint8Array<ArrayBuffer>) =>
      fetch(new URL(path, club.url), {
        method,
        headers: { cookie: admin.cookie, "tus-resumable": "1.0.0", ...headers },
        ...(body && { body }),
      });
    const metadata = tusMetadata({ filename: "a.m4b", kind: "audiobook", bookId: String(admin.bookId) });
    const response = await call("/api/uploads", "POST", {
      "upload-length": String(bytes.length),
      "upload-metadata": metadata,
    });
    const address = response.headers.get("location") ?? "";
    const halfLength = Math.floor(bytes.length / 2);
    expect((await call(address, "PATCH", tusBytes(0), bytes.subarray(0, halfLength))).status).toBe(204);
    const { bavail, bsize } = statfsSync(storageDir);
    const fillerPath = join(folder, "disk", "filling");
    writeFileSync(fillerPath, Buffer.alloc(bavail * bsize - 100_000));
    const refusedResponse = await call(address, "PATCH", tusBytes(halfLength), bytes.subarray(halfLength));
    rmSync(fillerPath);
    expect([refusedResponse.status, (await refusedResponse.json()).message]).toEqual([
      507,
      expect.stringContaining("disk"),
    ]);
    const offset = Number((await call(address, "HEAD", {})).headers.get("upload-offset"));
    expect(offset).toBeGreaterThanOrEqual(halfLength);
    expect((await call(address, "PATCH", tusBytes(offset), bytes.subarray(offset))).ok).toBe(true);
    expect(await fetchServedHash()).toBe(book.sha256());
  });

  test("loses no write on a full disk, and recovers (F01)", async () => {
    const { call } = apiClient(club.url, admin.cookie);
    const records = await prepareThings(call, admin.bookId);
    Bun.spawnSync(["dd", "if=/dev/zero", `of=${join(storageDir, "filler")}`, "bs=4k"], { stderr: "ignore" });
    // the write-ahead log may have space for a few more
    const welcomeMessage = "Welcome. ".repeat(500);
    const postWelcome = async () =>
      (await call("PATCH", "/api/content", { welcomeMessage: welcomeMessage + Math.random() })).status;
    let fillStatus = await postWelcome();
    for (let tries = 0; fillStatus === 200 && tries < 500; tries += 1) fillStatus = await postWelcome();
    expect(fillStatus).toBe(507);

    const rejections: string[] = [];
    const callCounted: Calling = async (method, path, body) => {
      const response = await call(method, path, body);
      if (!response.ok) rejections.push(`${method} ${path}: ${response.status} ${(await response.json()).message}`);
      return response;
    };
    const writers = createWriters(callCounted, records, 0);
    await Promise.all(writers.map(({ write }) => write(0)));
    expect(rejections.length).toBeGreaterThanOrEqual(writers.length - 1);
    expect(rejections.filter((refusal) => !/507 .*disk is full/.test(refusal))).toEqual([]);
    expect(await Promise.all(writers.map(({ lost }) => lost()))).toEqual(writers.map(() => 0));
    rmSync(join(storageDir, "filler"));
    const acceptedBefore = writers.map(({ accepted }) => accepted());
    await Promise.all(writers.map(({ write }) => write(1)));
    expect(writers.map(({ accepted }) => accepted())).toEqual(acceptedBefore.map((accepted) => accepted + 1));
    expect(await Promise.all(writers.map(({ lost }) => lost()))).toEqual(writers.map(() => 0));
  }, 300_000);

  test("rejects a file that fills the disk, and keeps the old one", async () => {
    const servedBefore = await fetchServedHash();
    const response = await sendUnannounced(admin, largeAudiobook(200 * MB));
    expect(response.status).toBe(507);
    expect((await response.json()).message).toMatch(/disk (?:is full|has too little space)/);
    expect(inTmp()).toEqual([]);
    expect(await fetchServedHash()).toBe(servedBefore);
    expect((await fetch(`${club.url}/api/health`)).status).toBe(200);
    expect((await sendRaw(admin, largeAudiobook(MB))).status).toBe(201);
  });

  test("serves the old file whichever write hits a full disk (U05)", async () => {
    const servedBefore = await fetchServedHash();
    const fillerPath = join(storageDir, "filler");
    for (let writeCount = 0; writeCount < 8; writeCount += 1) {
      const { bavail, bsize } = statfsSync(storageDir);
      writeFileSync(fillerPath, Buffer.alloc(bavail * bsize - writeCount * CHUNK_BYTES));
      const response = await sendUnannounced(admin, largeAudiobook(8 * CHUNK_BYTES));
      expect([writeCount, response.status]).toEqual([writeCount, 507]);
      rmSync(fillerPath);
      expect(inTmp()).toEqual([]);
      expect(await fetchServedHash()).toBe(servedBefore);
    }
    expect((await sendUnannounced(admin, largeAudiobook(8 * CHUNK_BYTES))).status).toBe(201);
  }, 300_000);

  test("replaced files are deleted early when space is short", async () => {
    for (let upload = 0; upload < 6; upload++) expect((await sendRaw(admin, largeAudiobook(15 * MB))).status).toBe(201);
    expect(readdirSync(join(storageDir, "books", String(admin.bookId))).length).toBeLessThan(6);
  });
});

describe.skipIf(!canInject)("with disk faults (skipped without root or strace)", () => {
  test.each(["fsync", "rename"])(
    "an EIO of %s is answered with 500, and the old file stays in service",
    async (call) => {
      const servedBefore = await fetchServedHash();
      const error = await injectError(club.pid(), `${call}:error=EIO`, { threads: true });
      const response = await fetch(`${club.url}/api/upload/audiobook`, {
        method: "POST",
        body: multipart([{ name: "audiobook", filename: "a.m4b", data: m4b({ title: call, seconds: 1 }) }]),
        headers: { cookie: admin.cookie, "content-type": MULTIPART_TYPE },
      });
      expect(await error.end()).toBeGreaterThan(0);
      expect(response.status).toBe(500);
      const message =
        "The server can't use its storage, so nothing was saved. Please tell the person who runs the server.";
      expect(await response.json()).toEqual({ message });
      expect(await fetchServedHash()).toBe(servedBefore);
      expect(inTmp()).toEqual([]);
      expect((await sendRaw(admin, largeAudiobook(MB))).status).toBe(201);
    },
    300_000,
  );
});
