import { executable } from "#tests/support/executable.ts";

import { startServer } from "./compiled.ts";
import type { Row } from "./row.ts";
import { stockClub } from "./stocked-club.ts";

export const LISTENER_COUNT = 50;
const SAVE_INTERVAL_MS = 3000;
const ROUNDS = 10;
const BUDGET_MS = 50;

export type Save = (cookie: string, currentTime: number) => Promise<Response>;

/** A started club with listeners; `save` saves for one of them, and an admin uploads to `target`. */
export async function startFilledClub(storage: string) {
  const { cookies, bookId } = await stockClub(storage, { members: LISTENER_COUNT + 1, books: 1, posts: 0 });
  const [admin = "", ...listeners] = cookies;
  const server = await startServer(await executable(), { STORAGE_DIR: storage, LOG_LEVEL: "error" });
  const save: Save = (cookie, currentTime) =>
    fetch(`${server.url}/api/audiobook-progress`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: JSON.stringify({ bookId, currentTime, chapter: 0 }),
    });
  return { ...server, cookies: listeners, save, target: { url: server.url, cookie: admin, bookId } };
}

/** All save every three seconds, ten times. @returns the time of each save in milliseconds */
export async function simulateListeners(cookies: string[], save: Save) {
  const saveTimes: number[] = [];
  let failed = 0;
  // only SQLITE_BUSY makes a save return 503
  let busyCount = 0;
  const playAs = async (cookie: string, index: number) => {
    await Bun.sleep((index * SAVE_INTERVAL_MS) / LISTENER_COUNT);
    for (let round = 1; round <= ROUNDS; round++) {
      const startMs = performance.now();
      const response = await save(cookie, round * 3);
      await response.arrayBuffer();
      saveTimes.push(performance.now() - startMs);
      if (!response.ok) failed += 1;
      if (response.status === 503) busyCount += 1;
      await Bun.sleep(Math.max(0, SAVE_INTERVAL_MS - (performance.now() - startMs)));
    }
  };
  await Promise.all(cookies.map(playAs));
  const sorted = saveTimes.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, longest: sorted.at(-1) ?? 0, failed, busy: busyCount };
}

export function savesRow(name: string, { p99, longest, failed, busy }: SaveFigures, suffix = ""): Row {
  const figures = [
    `${p99.toFixed(1)} ms, ${failed} failed, ${busy} SQLITE_BUSY`,
    `the longest ${longest.toFixed(1)} ms`,
  ];
  return {
    name,
    figures: [...figures, suffix].filter(Boolean).join("; "),
    budget: `≤ ${BUDGET_MS} ms, 0 failed, 0 SQLITE_BUSY`,
    isMet: p99 <= BUDGET_MS && failed === 0 && busy === 0,
  };
}

type SaveFigures = Awaited<ReturnType<typeof simulateListeners>>;
