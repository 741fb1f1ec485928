import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { executable } from "#tests/support/executable.ts";
import { largeAudiobook } from "#tests/support/large-upload.ts";

import { compile } from "../../scripts/executable.ts";
import { freePort } from "../../scripts/free-port.ts";
import { inFolder, startServer } from "./compiled.ts";
import { makeCalls } from "./load.ts";
import { compare, measureInTurn, median } from "./row.ts";
import { stockClub } from "./stocked-club.ts";

const MB = 1024 * 1024;
const FILE_BYTES = 64 * MB;
const CLIENTS = 4;
const DOWNLOADS = { rounds: 8, calls: 12, warmUp: 12 };
/** A MiB takes 0.3 ms, so the rates of short rounds vary by half. */
const RANGES = { rounds: 21, calls: 400, warmUp: 8000 };

/** Ranges and whole audiobooks, compared with bare Bun and nginx. */
export const filesBench = inFolder(async (folder) => {
  const storage = join(folder, "storage");
  const { bookId, cookie } = await stockClub(storage, { members: 2, books: 1, posts: 0 });
  const file = await storeAudiobook(storage, bookId);
  const club = await startServer(await executable(), { STORAGE_DIR: storage, NIGHTLY_BACKUP: "off" });
  const bareProgram = join(folder, "bare");
  await compile("tests/bench/bare-server.ts", bareProgram);
  // the same file, because a copy is cached in chunks of another size
  const bareServer = await startServer(bareProgram, { FOLDER: dirname(file) });
  const nginx = await startNginx(folder, file);
  const urls = [
    `${club.url}/api/download/audiobook/${bookId}`,
    `${bareServer.url}/${basename(file)}`,
    ...(nginx ? [nginx.url] : []),
  ];
  const ratesOf = async ({ rounds, calls, warmUp }: typeof RANGES, headersOf: (index: number) => object) => {
    const measures = urls.map((url) => async (isWarmUp: boolean) => {
      Bun.gc(true);
      await Bun.sleep(100);
      return makeCalls(CLIENTS, isWarmUp ? warmUp : calls, (index) =>
        fetch(url, { headers: { cookie, ...headersOf(index) } }),
      );
    });
    const [ours = [], theirs = [], nginxRates] = await measureInTurn(rounds, measures);
    const nginxFraction = nginxRates && median(ours.map((rate, round) => rate / (nginxRates[round] ?? Number.NaN)));
    const suffix = nginxFraction ? { suffix: `of nginx ${(nginxFraction * 100).toFixed(0)} %` } : {};
    return { ours, theirs, baseline: "bare Bun", ...suffix, atLeast: 0.95 };
  };
  const rangeHeaders = (index: number) => {
    const start = (index * 7 * MB) % (FILE_BYTES - MB);
    return { range: `bytes=${start}-${start + MB - 1}` };
  };
  try {
    const downloads = await ratesOf(DOWNLOADS, () => ({}));
    const toMib = (rates: readonly number[]) => rates.map((rate) => (rate * FILE_BYTES) / MB);
    const bytes = { ours: toMib(downloads.ours), theirs: toMib(downloads.theirs), unit: " MiB/s" };
    return [
      compare(`1 MiB audiobook ranges, ${CLIENTS} clients`, { ...(await ratesOf(RANGES, rangeHeaders)), unit: "/s" }),
      compare(`64 MiB audiobook downloads, ${CLIENTS} clients`, { ...downloads, ...bytes }),
    ];
  } finally {
    await club.stop();
    await bareServer.stop();
    nginx?.stop();
  }
});

/** Gives a book of a stopped club an audiobook. @returns the file */
async function storeAudiobook(storage: string, bookId: number): Promise<string> {
  const path = `books/${bookId}/audiobook-bench-0123456789abcdef.m4b`;
  await Bun.write(join(storage, path), "");
  const file = await open(join(storage, path), "w");
  for (const chunk of largeAudiobook(FILE_BYTES).bytes()) await file.write(chunk);
  await file.close();
  const db = openDatabase(join(storage, "bookclub.db"));
  const { size } = Bun.file(join(storage, path));
  const row = { filename: "a.m4b", path, size, sha256: "0".repeat(64), uploadedAt: new Date().toISOString() };
  createStores(db).books.replaceFile(bookId, "audiobook", row, { seconds: 3600, chapters: [] });
  db.close();
  return join(storage, path);
}

/** The same file from nginx; null if nginx isn't installed. */
async function startNginx(folder: string, file: string) {
  const nginx = Bun.which("nginx", { PATH: `${Bun.env["PATH"]}:/usr/sbin` });
  if (nginx === null) return null;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/${basename(file)}`;
  const settings = `daemon off; pid ${folder}/pid; error_log stderr crit; worker_processes 1; user root;
    events {} http { access_log off; sendfile on; server { listen 127.0.0.1:${port}; root ${dirname(file)}; } }`;
  await Bun.write(join(folder, "nginx.conf"), settings);
  const child = Bun.spawn([nginx, "-c", join(folder, "nginx.conf"), "-p", folder], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  while (!(await fetch(url, { method: "HEAD" }).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error("nginx did not start.");
    await Bun.sleep(20);
  }
  return { url, stop: () => void child.kill("SIGTERM") };
}
