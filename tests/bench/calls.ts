import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";

import { compile } from "../../scripts/executable.ts";
import { inFolder, type Started, startServer } from "./compiled.ts";
import { costOf, makeCalls } from "./load.ts";
import { compare, measureInTurn, type Row } from "./row.ts";
import { BENCH_PASSWORD, stockClub } from "./stocked-club.ts";

const ROUNDS = 7;
const CALL_COUNT = 4000;
const SIGN_INS = 60;
const CURRENT_BOOK = "/api/books/current";
const SMALL_CLUB = { members: 20, books: 3, posts: 20 };

/** Signed-in reads, lists of a large club, and sign-ins, compared with a bare Elysia server and the hash alone. */
export const callsBench = inFolder(async (folder) => {
  const [program, bare] = [await executable(), join(folder, "bare")];
  await compile("tests/bench/bare-server.ts", bare);
  const start = async (name: string, stock: Parameters<typeof stockClub>[1]): Promise<Stocked> => {
    const storage = join(folder, name);
    const stocked = await stockClub(storage, stock);
    const environment = { STORAGE_DIR: storage, TEAM_AVATAR_URL: "local", NIGHTLY_BACKUP: "off" };
    return { ...(await startServer(program, environment)), ...stocked };
  };
  const small = await start("small", SMALL_CLUB);
  const largeClub = await start("large", { members: 10_000, books: 1000, posts: 10_000 });
  const bareServer = await startServer(bare, {});
  try {
    return [
      await compareReads(small, bareServer),
      await compareSizes(small, largeClub, CURRENT_BOOK),
      // as many as the small club has, so both return the same page
      await compareSizes(small, largeClub, `/api/posts?limit=${SMALL_CLUB.posts}`),
      await compareSizes(small, largeClub, "/api/content"),
      await compareSizes(small, largeClub, "/api/audiobook-progress?bookId="),
      await measureSignIns(small),
    ];
  } finally {
    for (const server of [small, largeClub, bareServer]) await server.stop();
  }
});

type Stocked = Started & Awaited<ReturnType<typeof stockClub>>;

const createRead =
  ({ url, cookie }: Stocked, path: string) =>
  () =>
    fetch(url + path, { headers: { cookie } });
/** The compiler is warm after some 16,000 calls. */
const callCountOf = (isWarmUp: boolean) => (isWarmUp ? CALL_COUNT * 5 : CALL_COUNT);

/** The CPU time of a call: a rate of 20 % is a cost of 5 times. */
async function compareReads(club: Stocked, bare: Started): Promise<Row> {
  const [ours = [], theirs = []] = await measureInTurn(ROUNDS, [
    (isWarmUp) => costOf(club.pid, callCountOf(isWarmUp), createRead(club, CURRENT_BOOK)),
    (isWarmUp) => costOf(bare.pid, callCountOf(isWarmUp), () => fetch(bare.url + CURRENT_BOOK)),
  ]);
  const baseline = "bare Elysia, fixed JSON";
  return compare(`GET ${CURRENT_BOOK}, signed in, CPU per call`, { ours, theirs, baseline, unit: " µs", atMost: 5 });
}

async function compareSizes(smallClub: Stocked, largeClub: Stocked, path: string): Promise<Row> {
  const [ours = [], theirs = []] = await measureInTurn(
    ROUNDS,
    [largeClub, smallClub].map((club) => {
      const call = createRead(club, path.endsWith("=") ? path + club.bookId : path);
      return (isWarmUp: boolean) => costOf(club.pid, isWarmUp ? CALL_COUNT * 2 : CALL_COUNT / 4, call);
    }),
  );
  return compare(`GET ${path}, large club`, { ours, theirs, baseline: "small club", unit: " µs", atMost: 1.5 });
}

async function measureSignIns({ url }: Stocked): Promise<Row> {
  const hash = await Bun.password.hash(BENCH_PASSWORD, { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 });
  const headers = { "content-type": "application/json" };
  const bodyOf = (index: number) => JSON.stringify({ username: `member${index % 20}`, password: BENCH_PASSWORD });
  const [ours = [], theirs = []] = await measureInTurn(ROUNDS, [
    () =>
      makeCalls(2, SIGN_INS, (index) =>
        fetch(`${url}/api/auth/login`, { method: "POST", headers, body: bodyOf(index) }),
      ),
    () =>
      makeCalls(2, SIGN_INS, async () => {
        await Bun.password.verify(BENCH_PASSWORD, hash);
        return new Response("");
      }),
  ]);
  return compare("sign-ins, 2 at a time", { ours, theirs, baseline: "hash alone", unit: "/s", atLeast: 0.85 });
}
