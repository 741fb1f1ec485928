import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { median } from "#tests/bench/row.ts";
import { stockClub } from "#tests/bench/stocked-club.ts";
import { startClub } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";
import { memoryOf, openFilesOf } from "#tests/support/vitals.ts";

const MB = 1024 * 1024;
/**
 * Eight hours: `NIGHTLY_MINUTES=480 NIGHTLY_PACE=1`; eight hours' calls in two: `NIGHTLY_MINUTES=130 NIGHTLY_PACE=3.7`.
 */
const RUN_MINUTES = Number(Bun.env["NIGHTLY_MINUTES"] ?? 3);
/** How many times faster than in reality, where a listener or reader calls every three seconds. */
const SPEED_FACTOR = Number(Bun.env["NIGHTLY_PACE"] ?? 20);
const MEMBER_COUNT = 50;
const PAUSE_MS = 3000 / SPEED_FACTOR;
/** Fifteen times as often as planned, which is `NIGHTLY_UPLOAD_EVERY=60`. Simulated minutes. */
const UPLOAD_EVERY_MS = (Number(Bun.env["NIGHTLY_UPLOAD_EVERY"] ?? 4) * 60_000) / SPEED_FACTOR;
const UPLOAD_BYTES = 20 * MB;
const SAMPLE_MS = 2000;

test(
  `serves ${MEMBER_COUNT} members for ${RUN_MINUTES} minutes at level memory (O05)`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "bookclub-long-run-"));
    const storageDir = join(folder, "storage");
    const { cookies, cookie, bookId } = await stockClub(storageDir, { members: MEMBER_COUNT, books: 3, posts: 50 });
    const club = await startClub({ storageDir, environment: { LOG_LEVEL: "error" } });
    const end = performance.now() + RUN_MINUTES * 60_000;
    const failures: string[] = [];
    let calls = 0;
    const call = async (cookie: string, method: string, path: string, body?: object, range?: string) => {
      const headers: Record<string, string> = { cookie, ...(range && { range }) };
      if (body) headers["content-type"] = "application/json";
      const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
      const response = await fetch(club.url + path, init);
      await response.arrayBuffer();
      calls += 1;
      if (!response.ok) failures.push(`${method} ${path}: ${response.status}`);
    };
    const turns: ((cookie: string, turn: number) => Promise<void>)[] = [
      (cookie) => call(cookie, "GET", "/"),
      (cookie) => call(cookie, "GET", "/api/books/current"),
      (cookie, turn) => call(cookie, "POST", "/api/audiobook-progress", { bookId, currentTime: turn * 3, chapter: 0 }),
      (cookie) => call(cookie, "GET", "/api/posts?limit=50"),
      (cookie, turn) => call(cookie, "POST", "/api/posts", { content: `Cheese ${turn}` }),
      (cookie, turn) => {
        const start = (turn * 991_000) % (UPLOAD_BYTES - MB);
        return call(cookie, "GET", `/api/download/audiobook/${bookId}`, undefined, `bytes=${start}-${start + MB / 4}`);
      },
      (cookie) => call(cookie, "GET", `/api/audiobook-progress?bookId=${bookId}`),
      (cookie) => call(cookie, "GET", "/api/content"),
    ];
    const member = async (index: number) => {
      const cookie = cookies[index % cookies.length] ?? "";
      await Bun.sleep((index * PAUSE_MS) / MEMBER_COUNT);
      for (let turn = index; performance.now() < end; turn += 1) {
        await turns[turn % turns.length]?.(cookie, turn);
        await Bun.sleep(PAUSE_MS);
      }
    };
    let uploads = 0;
    const admin = async () => {
      for (
        ;
        performance.now() < end;
        await Bun.sleep(Math.min(UPLOAD_EVERY_MS, Math.max(0, end - performance.now())))
      ) {
        const { status } = await sendRaw({ url: club.url, cookie, bookId }, largeAudiobook(UPLOAD_BYTES));
        if (status !== 201) failures.push(`upload: ${status}`);
        uploads += 1;
        // admins clear the board now and then
        await call(cookie, "DELETE", "/api/posts");
      }
    };
    const samples: { minute: number; memory: number; files: number }[] = [];
    const sampleMemory = async () => {
      for (; performance.now() < end; await Bun.sleep(SAMPLE_MS)) {
        const minute = RUN_MINUTES - (end - performance.now()) / 60_000;
        samples.push({ minute, memory: memoryOf(club.pid()) / MB, files: openFilesOf(club.pid()) });
      }
    };
    try {
      await sendRaw({ url: club.url, cookie, bookId }, largeAudiobook(UPLOAD_BYTES));
      await Promise.all([
        admin(),
        sampleMemory(),
        ...Array.from({ length: MEMBER_COUNT }, (_, index) => member(index)),
      ]);
      // in the first fifth, caches fill and code compiles
      const settledSamples = samples.filter(({ minute }) => minute > RUN_MINUTES / 5);
      const halfCount = Math.floor(settledSamples.length / 2);
      const earlyMemory = median(settledSamples.slice(0, halfCount).map(({ memory }) => memory));
      const laterMedian = median(settledSamples.slice(halfCount).map(({ memory }) => memory));
      const files = settledSamples.map((sample) => sample.files);
      const tenthMeans = Array.from({ length: 10 }, (_, tenth) =>
        median(
          samples.filter(({ minute }) => Math.floor((minute / RUN_MINUTES) * 10) === tenth).map(({ memory }) => memory),
        ),
      );
      console.log(
        `O05: memory in each tenth of the time: ${tenthMeans.map((memory) => memory.toFixed(0)).join(", ")} MiB`,
      );
      console.log(
        `O05: ${calls} calls and ${uploads} uploads in ${RUN_MINUTES} min, ${failures.length} faults; memory ${earlyMemory.toFixed(0)} MiB in the first half, ${laterMedian.toFixed(0)} MiB in the second, slope ${((slope(settledSamples) * 60) / SPEED_FACTOR).toFixed(1)} MiB in an hour of such use; open files ${Math.min(...files)} to ${Math.max(...files)}`,
      );
      expect(failures).toEqual([]);
      expect(laterMedian - earlyMemory).toBeLessThan(16);
      expect(Math.max(...files)).toBeLessThan(MEMBER_COUNT * 3);
    } finally {
      await club.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  RUN_MINUTES * 60_000 + 120_000,
);

/** By least squares, in MiB a minute. */
function slope(samples: readonly { minute: number; memory: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(samples.map(({ minute }) => minute));
  const y = mean(samples.map(({ memory }) => memory));
  const numerator = samples.reduce((sum, { minute, memory }) => sum + (minute - x) * (memory - y), 0);
  return numerator / samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
}
