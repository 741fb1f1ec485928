import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";
import { memoryOf } from "#tests/support/vitals.ts";

import { compile } from "../../scripts/executable.ts";
import { inFolder, startServer } from "./compiled.ts";
import { compare, formatMebibytes, measureInTurn } from "./row.ts";

const MB = 1024 * 1024;
const START_COUNT = 15;
const IDLE_ROUNDS = 5;
const IDLE_MS = 2000;

/** Size, start and idle memory of the executable, beside bare Bun and a bare Elysia server. */
export const executableBench = inFolder(async (folder) => {
  const program = await executable();
  const [emptyStorage, bareStorage] = [join(folder, "empty"), join(folder, "bare")];
  await Bun.write(join(folder, "empty.ts"), "");
  await compile(join(folder, "empty.ts"), emptyStorage);
  await compile("tests/bench/bare-server.ts", bareStorage);

  const extraBytes = statSync(program).size - statSync(emptyStorage).size - countMediaBytes();
  const club = { STORAGE_DIR: join(folder, "storage"), TEAM_AVATAR_URL: "local" };
  // a club in use: one without an admin writes a new set-up code at each start
  const args = ["admin", "create", "--username", "ada", "--email", "ada@example.org"];
  await Bun.$`${program} ${args} < ${new Blob(["Claret & clues 1890\n"])}`.env(club).quiet();
  const [startTimes = [], bareStartTimes = []] = await measureInTurn(START_COUNT, [
    () => measureStart(program, club),
    () => measureStart(bareStorage, {}),
  ]);
  const [idle = [], bareIdle = []] = await measureInTurn(IDLE_ROUNDS, [
    () => measureIdleMemory(program, club),
    () => measureIdleMemory(bareStorage, {}),
  ]);
  return [
    {
      name: "executable without images and fonts",
      figures: `bare Bun + ${formatMebibytes(extraBytes)}; bare Bun ${formatMebibytes(statSync(emptyStorage).size)}`,
      budget: "≤ + 5 MiB",
      isMet: extraBytes <= 5 * MB,
    },
    compare(`start to first response, median of ${START_COUNT}`, {
      ours: startTimes,
      theirs: bareStartTimes,
      baseline: "bare Elysia",
      unit: " ms",
      atMost: 2.5,
    }),
    compare("memory when idle", { ours: idle, theirs: bareIdle, baseline: "bare Elysia", unit: " MiB", atMost: 1.8 }),
  ];
});

async function measureStart(program: string, environment: Record<string, string>): Promise<number> {
  const { ms, stop } = await startServer(program, environment);
  await stop();
  return ms;
}

async function measureIdleMemory(program: string, environment: Record<string, string>): Promise<number> {
  const { pid, stop } = await startServer(program, environment);
  await Bun.sleep(IDLE_MS);
  const bytes = memoryOf(pid);
  await stop();
  return bytes / MB;
}

function countMediaBytes(): number {
  const files = readdirSync("dist/web", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const media = files.filter(({ name }) => /\.(?:avif|gif|ico|jpg|png|svg|webp|woff2?)(?:\.(?:br|gz))?$/.test(name));
  return media.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
