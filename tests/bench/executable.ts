import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";

import { compileBare, inFolder, startServer } from "./compiled.ts";
import { mebibytes, median, spread } from "./row.ts";

const MB = 1024 * 1024;
const STARTS = 15;
const IDLE_ROUNDS = 5;
const SETTLE_MS = 2000;

/** Size, start and idle memory of the executable, beside bare Bun and a bare Elysia server. */
export const executableBench = inFolder(async (folder) => {
  const program = await executable();
  const [empty, bare] = [join(folder, "empty"), join(folder, "bare")];
  await Bun.write(join(folder, "empty.ts"), "");
  await compileBare(join(folder, "empty.ts"), empty);
  await compileBare("tests/bench/bare-server.ts", bare);

  const extra = statSync(program).size - statSync(empty).size - picturesAndFonts();
  const club = { STORAGE_DIR: join(folder, "storage"), TEAM_AVATAR_URL: "local" };
  const times: [number[], number[]] = [[], []];
  // a club in use: one without an admin writes a new set-up code at each start
  const words = ["admin", "create", "--username", "ada", "--email", "ada@example.org"];
  await Bun.$`${program} ${words} < ${new Blob(["Claret & clues 1890\n"])}`.env(club).quiet();
  await (await startServer(program, club)).stop();
  // alternating, so that other load affects both
  for (let start = 0; start < STARTS; start += 1) {
    const servers = [await startServer(program, club), await startServer(bare, {})];
    servers.forEach(({ ms }, which) => times[which]?.push(ms));
    for (const server of servers) await server.stop();
  }
  const [ours, theirs] = [median(times[0]), median(times[1])];
  const [clubRss, bareRss]: [number[], number[]] = [[], []];
  for (let round = 0; round < IDLE_ROUNDS; round += 1) {
    clubRss.push((await idleMemory(program, club)) / MB);
    bareRss.push((await idleMemory(bare, {})) / MB);
  }
  return [
    {
      what: "executable without images and fonts",
      club: `bare Bun + ${mebibytes(extra)}`,
      compared: `bare Bun ${mebibytes(statSync(empty).size)}`,
      budget: "≤ + 5 MiB",
      holds: extra <= 5 * MB,
    },
    {
      what: `start to first answer, median of ${STARTS}`,
      club: `${ours.toFixed(0)} ms`,
      compared: `bare Elysia ${theirs.toFixed(0)} ms`,
      budget: "≤ 2.5 ×",
      holds: ours <= 2.5 * theirs,
    },
    {
      what: "memory when idle",
      club: `${spread(clubRss)} MiB, ${(median(clubRss) / median(bareRss)).toFixed(2)} ×`,
      compared: `bare Elysia ${spread(bareRss)} MiB`,
      budget: "≤ 1.8 ×",
      holds: median(clubRss) <= 1.8 * median(bareRss),
    },
  ];
});

async function idleMemory(program: string, environment: Record<string, string>): Promise<number> {
  const server = await startServer(program, environment);
  await Bun.sleep(SETTLE_MS);
  const rss = server.rss();
  await server.stop();
  return rss;
}

function picturesAndFonts(): number {
  const files = readdirSync("dist/web", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const media = files.filter(({ name }) => /\.(?:avif|gif|ico|jpg|png|svg|webp|woff2?)(?:\.(?:br|gz))?$/.test(name));
  return media.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
