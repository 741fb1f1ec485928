import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";

import { compileBare, inFolder, type Started, startServer } from "./compiled.ts";
import { costOf, drive } from "./load.ts";
import { median, type Row, spread } from "./row.ts";
import { BENCH_PASSWORD, stockClub } from "./stocked-club.ts";

const ROUNDS = 7;
const CALLS = 4000;
const SIGN_INS = 60;
const SMALL = { members: 20, books: 3, posts: 20 };

/** Signed-in reads, lists of a grown club, and sign-ins, compared with a bare Elysia server and the hash alone. */
export const callsBench = inFolder(async (folder) => {
  const [program, bare] = [await executable(), join(folder, "bare")];
  await compileBare("tests/bench/bare-server.ts", bare);
  const small = await startStocked(program, join(folder, "small"), SMALL);
  const large = await startStocked(program, join(folder, "large"), { members: 10_000, books: 1000, posts: 10_000 });
  const plain = await startServer(bare, {});
  try {
    return [await readsBesideBare(small, plain), ...(await growth(small, large)), await signIns(small)];
  } finally {
    for (const server of [small, large, plain]) await server.stop();
  }
});

type Stocked = Started & Awaited<ReturnType<typeof stockClub>>;

async function startStocked(
  program: string,
  storage: string,
  stock: Parameters<typeof stockClub>[1],
): Promise<Stocked> {
  const made = await stockClub(storage, stock);
  const server = await startServer(program, { STORAGE_DIR: storage, TEAM_AVATAR_URL: "local", NIGHTLY_BACKUP: "off" });
  return { ...server, ...made };
}

const read = (server: Stocked, path: string) => () => fetch(server.url + path, { headers: { cookie: server.cookie } });

async function readsBesideBare(club: Stocked, bare: Started): Promise<Row> {
  const path = "/api/books/current";
  const [ours, theirs, ratios]: number[][] = [[], [], []];
  for (let round = -1; round < ROUNDS; round += 1) {
    // the first round warms up the compiler, which takes some 16,000 calls
    const calls = round < 0 ? CALLS * 5 : CALLS;
    const theirCost = await costOf(bare.pid, calls, () => fetch(bare.url + path));
    const ourCost = await costOf(club.pid, calls, read(club, path));
    if (round < 0) continue;
    ours?.push(ourCost);
    theirs?.push(theirCost);
    ratios?.push(theirCost / ourCost);
  }
  const ratio = median(ratios ?? []);
  return {
    what: "GET /api/books/current, signed in, CPU per call",
    club: `${spread(ours ?? [])} µs, ${(ratio * 100).toFixed(0)} % (${spread((ratios ?? []).map((one) => one * 100))})`,
    compared: `bare Elysia, fixed JSON ${spread(theirs ?? [])} µs`,
    budget: "≥ 35 %",
    holds: ratio >= 0.35,
  };
}

/** DESIGN 7 measures lists by pages. Without a page, a large club answers its newest 500 posts. */
async function growth(small: Stocked, large: Stocked): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of [
    "/api/books/current",
    // as many as the small club has: the same page of both
    `/api/posts?limit=${SMALL.posts}`,
    "/api/posts",
    "/api/content",
    "/api/audiobook-progress?bookId=",
  ]) {
    const address = (club: Stocked) => (path.endsWith("=") ? path + club.bookId : path);
    const costs: [number[], number[]] = [[], []];
    for (let round = -1; round < ROUNDS; round += 1) {
      // the first round warms up: the small club has answered some of these before
      const calls = round < 0 && !path.startsWith("/api/posts") ? CALLS * 4 : CALLS / 4;
      const one = await costOf(small.pid, calls, read(small, address(small)));
      const other = await costOf(large.pid, calls, read(large, address(large)));
      if (round >= 0) [one, other].forEach((cost, which) => costs[which]?.push(cost));
    }
    const times = median(costs[1]) / median(costs[0]);
    const isWhole = path === "/api/posts";
    rows.push({
      what: `GET ${path}${isWhole ? " without a page" : ""}, large club`,
      club: `${spread(costs[1])} µs, ${times.toFixed(2)} ×`,
      compared: `small club ${spread(costs[0])} µs`,
      budget: isWhole ? "" : "≤ 1.5 ×",
      holds: isWhole || times <= 1.5,
    });
  }
  return rows;
}

async function signIns(club: Stocked): Promise<Row> {
  const hash = await Bun.password.hash(BENCH_PASSWORD, { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });
  const rates: [number[], number[]] = [[], []];
  // the first round warms up
  for (let round = -1; round < ROUNDS; round += 1) {
    const alone = await drive(2, SIGN_INS, async () => {
      await Bun.password.verify(BENCH_PASSWORD, hash);
      return new Response("");
    });
    const through = await drive(2, SIGN_INS, (index) =>
      fetch(`${club.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: `member${index % 20}`, password: BENCH_PASSWORD }),
      }),
    );
    if (round >= 0) [through, alone].forEach((rate, which) => rates[which]?.push(rate));
  }
  const ratio = median(rates[0]) / median(rates[1]);
  return {
    what: "sign-ins, 2 at a time",
    club: `${spread(rates[0])}/s, ${(ratio * 100).toFixed(0)} %`,
    compared: `hash alone ${spread(rates[1])}/s`,
    budget: "≥ 85 %",
    holds: ratio >= 0.85,
  };
}
