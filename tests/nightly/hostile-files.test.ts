import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { stockClub } from "#tests/bench/stocked-club.ts";
import { childrenOf, isGone } from "#tests/support/child-processes.ts";
import { type RunningClub, startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { bigPackage, manyTags, matroska, noFrames } from "#tests/support/hostile-books.ts";
import { layeredJpeg } from "#tests/support/images.ts";
import { m4b } from "#tests/support/m4b.ts";
import { until } from "#tests/support/poll-until.ts";
import { slowestPercent } from "#tests/support/sign-in-rush.ts";
import { limitMachine } from "#tests/support/small-machine.ts";
import { memoryOf } from "#tests/support/vitals.ts";

const MB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), "bookclub-hostile-"));
let club: RunningClub;
let group: ReturnType<typeof limitMachine>;
let stockedClub: Awaited<ReturnType<typeof stockClub>>;
beforeAll(async () => {
  const storageDir = join(folder, "storage");
  stockedClub = await stockClub(storageDir, { members: 60, books: 2, posts: 50 });
  club = await startClub({ storageDir, environment: { LOG_LEVEL: "error", NIGHTLY_BACKUP: "off" } });
  group = limitMachine(club.pid(), { memory: 512 * MB });
  const bytes = m4b({ title: "Emma", seconds: 600, padding: 4 * MB });
  expect((await send("audiobook", "Emma.m4b", bytes, 0, stockedClub.bookId)).status).toBe(201);
}, 300_000);
afterAll(async () => {
  await club.stop();
  group?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const cookie = (member: number) => stockedClub.cookies[member] ?? "";
/** Uploads a file, by default for the older of the two books. */
async function send(kind: string, filename: string, data: Uint8Array, member = 0, bookId = 1): Promise<Response> {
  const path = kind === "photo" ? "/api/profile/photo" : `/api/upload/${kind}`;
  const headers = { cookie: cookie(member), "content-type": MULTIPART_TYPE };
  return fetch(club.url + path, {
    method: "POST",
    headers,
    body: multipart([
      { name: "bookId", data: String(bookId) },
      { name: kind, filename, data },
    ]),
  });
}

/** Another member posts and listens during `work`. */
async function measureMemberDuring(work: () => Promise<unknown>) {
  const responseTimes: number[] = [];
  let failureCount = 0;
  const state = { isOver: false };
  const call = async (path: string, init: RequestInit = {}) => {
    const startMs = performance.now();
    const headers = { cookie: cookie(1), "content-type": "application/json", ...init.headers };
    const answer = await fetch(club.url + path, { ...init, headers }).catch(() => null);
    await answer?.arrayBuffer();
    responseTimes.push(performance.now() - startMs);
    if (!answer?.ok) failureCount += 1;
  };
  const measureListener = async () => {
    for (let round = 0; !state.isOver; round += 1) {
      const start = (round * 65_536) % (3 * MB);
      await call(`/api/download/audiobook/${stockedClub.bookId}`, {
        headers: { range: `bytes=${start}-${start + 65_535}` },
      });
      // stays under 100 posts a minute
      if (round % 40 === 0)
        await call("/api/posts", { method: "POST", body: JSON.stringify({ content: `Brie ${round}` }) });
      await Bun.sleep(25);
    }
  };
  const pendingListener = measureListener();
  let peakBytes = 0;
  const sampler = setInterval(() => (peakBytes = Math.max(peakBytes, memoryOf(club.pid()))), 50);
  const started = performance.now();
  await work();
  // enough calls for a percentile
  await until(() => responseTimes.length >= 200);
  const seconds = (performance.now() - started) / 1000;
  state.isOver = true;
  await pendingListener;
  clearInterval(sampler);
  return {
    failed: failureCount,
    p99: slowestPercent(responseTimes),
    calls: responseTimes.length,
    seconds,
    most: peakBytes,
  };
}

const chapters = () =>
  Array.from({ length: 100_000 }, (_, index) => ({ title: "c", start: index * 0.01, end: index * 0.01 + 0.01 }));
const attacks: [string, () => Promise<() => Promise<number[]>>][] = [
  ["31 MB of tiny tags", async () => uploadOnce("audiobook", "a.mp3", manyTags(31), 422)],
  ["Matroska named .m4b", async () => uploadOnce("audiobook", "a.m4b", matroska(2), 422)],
  ["a 4 MB package document", async () => uploadOnce("ebook", "a.epub", bigPackage(4), 422)],
  ["100,000 chapters", async () => uploadOnce("audiobook", "a.m4b", m4b({ seconds: 1000, chapters: chapters() }), 201)],
  [
    "150 MB without a frame",
    async () =>
      uploadOnce(
        "audiobook",
        "a.mp3",
        Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0", "latin1"), noFrames(150)]),
        422,
      ),
  ],
  ["a JPEG of 25,000 scans", async () => uploadOnce("photo", "a.jpg", await layeredJpeg({ scans: 25_000 }), 422)],
  [
    "a progressive JPEG of 50 megapixels in four colors",
    async () => uploadOnce("photo", "a.jpg", await layeredJpeg({ width: 8000, height: 6250, components: 4 }), 413),
  ],
  [
    "40 photos at once",
    async () => {
      const photo = await layeredJpeg({ width: 640, height: 480, scans: 40 });
      return async () =>
        Promise.all(
          Array.from({ length: 40 }, async (_, index) => (await send("photo", "a.jpg", photo, index + 2)).status),
        );
    },
  ],
  ["40 half-sent photos of 30 MB", async () => uploadSlowly],
  ["205 posts of one member in one go", async () => postRepeatedly],
];

function uploadOnce(kind: string, filename: string, data: Uint8Array, status: number) {
  return async () => {
    const response = await send(kind, filename, data);
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    return [response.status];
  };
}

/** Photo bytes without end, a few each second, for five seconds. */
async function uploadSlowly(): Promise<number[]> {
  const { hostname, port } = new URL(club.url);
  const sockets = Array.from({ length: 40 }, (_, index) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => {});
    socket.write(
      `POST /api/profile/photo HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie(index + 2)}\r\nContent-Type: ${MULTIPART_TYPE}\r\nContent-Length: ${29 * MB}\r\n\r\n`,
    );
    socket.write(multipart([{ name: "photo", filename: "a.jpg", data: Buffer.alloc(MB, 1) }], ""));
    return socket;
  });
  for (let second = 0; second < 5; second += 1) {
    for (const socket of sockets) socket.write(Buffer.alloc(1000));
    await Bun.sleep(1000);
  }
  for (const socket of sockets) socket.destroy();
  return [];
}

async function postRepeatedly(): Promise<number[]> {
  const post = () =>
    fetch(`${club.url}/api/posts`, {
      method: "POST",
      headers: { cookie: cookie(2), "content-type": "application/json" },
      body: JSON.stringify({ content: "Spam" }),
    });
  return Promise.all(Array.from({ length: 205 }, async () => (await post()).status));
}

test.each(attacks)(
  "a member posts and listens during %s, in 512 MB",
  async (name, prepare) => {
    const attack = await prepare();
    let statuses: number[] = [];
    const { failed, p99, calls, seconds, most } = await measureMemberDuring(async () => (statuses = await attack()));
    const counts = Map.groupBy(statuses, (status) => status);
    const answers = [...counts].map(([status, waits]) => `${waits.length}×${status}`).join(" ");
    console.log(
      `${name}: ${seconds.toFixed(1)} s, ${answers || "cut off"}; ${calls} calls meanwhile, p99 ${p99.toFixed(0)} ms, ${failed} failed; server ${(most / MB).toFixed(0)} MiB, group ${((group?.most() ?? 0) / MB).toFixed(0)} MiB`,
    );
    expect(failed).toBe(0);
    expect(p99).toBeLessThan(300);
  },
  300_000,
);

test("ends the reading child process with a killed server", async () => {
  void send("audiobook", "a.mp3", manyTags(31)).catch(() => {});
  await until(() => childrenOf(club.pid()).length > 0);
  const children = childrenOf(club.pid());
  await Bun.sleep(200);
  await club.kill();
  await until(() => children.every(isGone));
  await club.restart();
}, 300_000);
