import { afterAll, beforeAll, expect, test } from "bun:test";
import { createReadStream, createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { Upload, type UploadOptions } from "tus-js-client";

import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { largeAudiobook, signedIn } from "#tests/support/large-upload.ts";
import { memoryOf } from "#tests/support/vitals.ts";

const MB = 1024 * 1024;
const BREAK_COUNT = 20;
const KILL_COUNT = 3;

const folder = mkdtempSync(join(tmpdir(), "bookclub-resumed-"));
const audiobook = largeAudiobook(1024 * MB);
let club: RunningClub;
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  await pipeline(Readable.from(audiobook.bytes()), createWriteStream(join(folder, "Emma.m4b")));
  club = await startClub({ environment: { LOG_LEVEL: "warn", NIGHTLY_BACKUP: "off" } });
  admin = await signedIn(club);
}, 300_000);
afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A connection to the club that counts bytes, and breaks repeatedly. */
function brokenLine(bytesPerBreak: number) {
  let sentBytes = 0;
  let breakCount = 0;
  const sockets = new Set<Socket>();
  const breakConnections = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(club.url).port), "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => (client.destroy(), upstream.destroy()));
    }
    client.on("data", (bytes) => {
      sentBytes += bytes.length;
      if (!upstream.write(bytes)) client.pause();
      if (breakCount < BREAK_COUNT && sentBytes > (breakCount + 1) * bytesPerBreak) {
        breakCount += 1;
        breakConnections();
      }
    });
    upstream.on("drain", () => client.resume());
    upstream.on("data", (bytes) => client.write(bytes));
  });
  return new Promise<{ url: string; sent: () => number; breaks: () => number; close: () => void }>((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" ? address?.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}`,
        sent: () => sentBytes,
        breaks: () => breakCount,
        close: () => (breakConnections(), server.close()),
      });
    }),
  );
}

function storedAudiobook() {
  const db = openDatabase(join(club.storageDir, "bookclub.db"));
  const storedFile = createStores(db).books.findFile(admin.bookId, "audiobook");
  db.close();
  return storedFile;
}

/** Uploads the audiobook with up to a hundred retries. */
const uploadEmma = (url: string, file: ConstructorParameters<typeof Upload>[0], options: Partial<UploadOptions>) =>
  new Promise<void>((resolve, reject) => {
    new Upload(file, {
      endpoint: `${url}/api/uploads`,
      headers: { cookie: admin.cookie },
      metadata: { filename: "Emma.m4b", kind: "audiobook", bookId: String(admin.bookId) },
      chunkSize: 4 * MB,
      retryDelays: Array.from({ length: 100 }, () => 200),
      ...options,
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });

test("uploads 1 GiB over 20 breaks and three kills", async () => {
  const line = await brokenLine(audiobook.length / (BREAK_COUNT + 1));
  const idleBytes = memoryOf(club.pid());
  let peakBytes = 0;
  const sampler = setInterval(() => (peakBytes = Math.max(peakBytes, memoryOf(club.pid()) || 0)), 50);
  let killCount = 0;
  const restarts: Promise<void>[] = [];
  await uploadEmma(line.url, createReadStream(join(folder, "Emma.m4b")), {
    uploadSize: audiobook.length,
    onChunkComplete: (_size, accepted) => {
      if (killCount < KILL_COUNT && accepted > ((killCount + 1) * audiobook.length) / (KILL_COUNT + 1)) {
        killCount += 1;
        restarts.push(club.kill().then(() => club.restart()));
      }
    },
  });
  await Promise.all(restarts);
  clearInterval(sampler);
  line.close();
  const storedFile = storedAudiobook();
  const sentFraction = line.sent() / audiobook.length;
  console.log(
    `1 GiB over ${line.breaks()} breaks and ${killCount} kills: ${sentFraction.toFixed(3)} times its size sent, memory ${((peakBytes - idleBytes) / MB).toFixed(0)} MiB above idle (${(idleBytes / MB).toFixed(0)})`,
  );
  expect([line.breaks(), killCount]).toEqual([BREAK_COUNT, KILL_COUNT]);
  expect(storedFile).toMatchObject({ size: audiobook.length, sha256: audiobook.sha256() });
  expect(sentFraction).toBeLessThanOrEqual(1.1);
  expect(peakBytes - idleBytes).toBeLessThanOrEqual(64 * MB);
}, 300_000);

/** Debian's python3-tuspy, a client of another author in another language. */
const TUSPY = `
import sys
from tusclient.client import TusClient
from tusclient.storage.filestorage import FileStorage
url, cookie, path, book, known, stop = sys.argv[1:]
TusClient(url, headers={"cookie": cookie}).uploader(
    path, chunk_size=4 * 1024 * 1024, metadata={"filename": "Emma.m4b", "kind": "audiobook", "bookId": book},
    retries=50, retry_delay=1, store_url=True, url_storage=FileStorage(known),
).upload(stop_at=int(stop) or None)
`;
const PYTHON = "/usr/bin/python3";
const hasTuspy = existsSync(PYTHON) && Bun.spawnSync([PYTHON, "-c", "import tusclient"]).exitCode === 0;

test.skipIf(!hasTuspy)(
  "resumes another client's upload over breaks",
  async () => {
    const line = await brokenLine(audiobook.length / (BREAK_COUNT + 1));
    const runTuspy = (stopAtBytes: number) => {
      const uploadsFile = join(folder, "uploads.json");
      const args = [
        `${line.url}/api/uploads`,
        admin.cookie,
        join(folder, "Emma.m4b"),
        String(admin.bookId),
        uploadsFile,
      ];
      return Bun.spawn([PYTHON, "-c", TUSPY, ...args, String(stopAtBytes)], { stderr: "inherit" }).exited;
    };
    expect(await runTuspy(Math.floor(audiobook.length / 2))).toBe(0);
    expect(await runTuspy(0)).toBe(0);
    line.close();
    const sentFraction = line.sent() / audiobook.length;
    console.log(`tuspy: 1 GiB over ${line.breaks()} breaks: ${sentFraction.toFixed(3)} times its size sent`);
    expect(line.breaks()).toBe(BREAK_COUNT);
    expect(storedAudiobook()).toMatchObject({ size: audiobook.length, sha256: audiobook.sha256() });
    expect(sentFraction).toBeLessThanOrEqual(1.2);
  },
  400_000,
);

// at 1.0 all bytes are sent, and the server is inspecting the book
test.each([0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.99, 1])(
  "has the old file or the complete new one, killed at %d",
  async (killMoment) => {
    const audioBefore = storedAudiobook();
    const book = largeAudiobook(24 * MB, `Killed at ${killMoment}`);
    const bytes = Buffer.concat([...book.bytes()]);
    let pendingKill: Promise<void> | null = null;
    const killAndRestart = async () => {
      await club.kill();
      expect([audioBefore?.sha256, book.sha256()]).toContain(storedAudiobook()?.sha256);
      await club.restart();
    };
    const kill = () => void (pendingKill ??= killAndRestart());
    await uploadEmma(club.url, bytes, {
      uploadSize: book.length,
      onUploadUrlAvailable: () => (killMoment === 0 ? kill() : undefined),
      onProgress: (sent) => (killMoment > 0 && sent >= killMoment * book.length ? kill() : undefined),
    });
    await pendingKill;
    expect(pendingKill).not.toBeNull();
    expect(storedAudiobook()).toMatchObject({ size: book.length, sha256: book.sha256() });
    const remainingFiles = readdirSync(join(club.storageDir, "uploads"));
    expect(remainingFiles.filter((name) => !/\.(?:json|found)$/.test(name))).toEqual([]);
  },
  300_000,
);
