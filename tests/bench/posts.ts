import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";

import { compileBare, inFolder, startServer } from "./compiled.ts";
import { drive, processorMs } from "./load.ts";
import { median, spread } from "./row.ts";
import { stockClub } from "./stocked-club.ts";

const ROUNDS = 7;
const CLIENTS = 8;
const POSTS = 2000;

/** Concurrent posts, compared with a bare Elysia server writing the same row as safely. */
export const postsBench = inFolder(async (folder) => {
  const bareProgram = join(folder, "bare");
  await compileBare("tests/bench/bare-posts.ts", bareProgram);
  const storage = join(folder, "storage");
  const { cookies } = await stockClub(storage, { members: 400, books: 1, posts: 0, sessions: 400 });
  const club = await startServer(await executable(), { STORAGE_DIR: storage, NIGHTLY_BACKUP: "off" });
  const bare = await startServer(bareProgram, { DATABASE: join(folder, "bare.db") });
  const post = (url: string) => (index: number) =>
    fetch(`${url}/api/posts`, {
      method: "POST",
      headers: { cookie: cookies[index % cookies.length] ?? "", "content-type": "application/json" },
      body: JSON.stringify({ content: `A ripe Brie, number ${index}` }),
    });
  const rates: [number[], number[]] = [[], []];
  const costs: [number[], number[]] = [[], []];
  try {
    for (let round = -1; round < ROUNDS; round += 1)
      for (const [which, { url, pid }] of [club, bare].entries()) {
        const used = processorMs(pid);
        const rate = await drive(CLIENTS, POSTS, post(url));
        // the first round warms up
        if (round < 0) continue;
        rates[which]?.push(rate);
        costs[which]?.push(((processorMs(pid) - used) * 1000) / POSTS);
      }
  } finally {
    await club.stop();
    await bare.stop();
  }
  const ratios = rates[0].map((rate, round) => (rate / (rates[1][round] ?? 0)) * 100);
  return [
    {
      what: `POST /api/posts, ${CLIENTS} clients`,
      club: `${spread(rates[0])}/s, ${spread(ratios)} %; ${spread(costs[0])} µs CPU`,
      compared: `bare Elysia and SQLite: ${spread(rates[1])}/s; ${spread(costs[1])} µs`,
      budget: "≥ 60 %",
      holds: median(ratios) >= 60,
    },
  ];
});
