import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { buildExecutable, compileFlags } from "./executable.ts";
import { freePort } from "./free-port.ts";
import { buildWeb } from "./web/build.ts";

// `bun run bench`: each figure beside its reference, measured in turns on this machine in this run; medians of nine.
// The reference is the smallest Elysia server, compiled by the same flags.
const rounds = 9;
const mebibyte = 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), "bookclub-bench-"));
const bare = join(folder, "bare");

await buildWeb();
await buildExecutable("dist/bookclub");
await buildBare();

const club = { program: "dist/bookclub", path: "/api/health" };
const reference = { program: bare, path: "/" };
// The first start makes the database, which no later one does.
await measure(club);
const taken = { club: [] as Sample[], reference: [] as Sample[] };
for (let round = 0; round < rounds; round++) {
  taken.reference.push(await measure(reference));
  taken.club.push(await measure(club));
}
rmSync(folder, { recursive: true });

row("what", "club", "reference", "ratio", "budget");
compare("start to the first answer, ms", "start", 2);
compare("idle memory, MiB", "memory", 1.6);
const [size, runtime, web] = [statSync("dist/bookclub").size, statSync(process.execPath).size, pictures()];
row("executable, MiB", mib(size), mib(runtime), mib(size - runtime - web), "+ 4 without pictures and fonts");

type Sample = { start: number; memory: number };

async function buildBare(): Promise<void> {
  const source = join(folder, "bare.ts");
  const elysia = Bun.resolveSync("elysia", process.cwd());
  writeFileSync(
    source,
    `import { Elysia } from ${JSON.stringify(elysia)};
const app = new Elysia().get("/", () => ({ status: "ok" }));
Bun.serve({ port: Number(process.env["PORT"]), hostname: "127.0.0.1", fetch: app.fetch });`,
  );
  const flags = compileFlags.filter((flag) => !flag.startsWith("--asset"));
  await Bun.$`${process.execPath} build ${flags} --outfile=${bare} ${source}`.quiet();
}

/** Milliseconds from the start of the process to its first answer, and its memory in MiB two seconds later. */
async function measure({ program, path }: { program: string; path: string }): Promise<Sample> {
  const port = await freePort();
  const started = performance.now();
  const child = Bun.spawn([program], {
    env: { PORT: String(port), STORAGE_DIR: join(folder, "storage"), LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "ignore"],
  });
  while (!(await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null))?.ok) await Bun.sleep(0.5);
  const start = performance.now() - started;
  await Bun.sleep(2000);
  const resident = await Bun.$`ps -o rss= -p ${child.pid}`.text();
  child.kill("SIGKILL");
  await child.exited;
  return { start, memory: Number(resident) / 1024 };
}

function compare(what: string, figure: keyof Sample, budget: number): void {
  const [ours, theirs] = [taken.club, taken.reference].map((samples) => summary(samples.map((one) => one[figure])));
  if (!ours || !theirs) return;
  row(what, ours.text, theirs.text, (ours.median / theirs.median).toFixed(2), `${budget}`);
}

function summary(values: number[]): { median: number; text: string } {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, median = 0, high = 0] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return { median, text: `${median.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})` };
}

/** Bytes of pictures and fonts in the built web app. */
function pictures(): number {
  const files = new Bun.Glob("dist/web/**/*.{jpg,png,webp,avif,woff2}").scanSync(".");
  return [...files].reduce((sum, file) => sum + statSync(file).size, 0);
}

function mib(bytes: number): string {
  return (bytes / mebibyte).toFixed(1);
}

function row(...cells: [string, string, string, string, string]): void {
  console.log(cells.map((cell, index) => cell.padEnd([32, 26, 26, 8, 0][index] ?? 0)).join(""));
}
