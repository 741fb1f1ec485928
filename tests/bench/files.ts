import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { executable } from "#tests/support/executable.ts";
import { largeAudiobook } from "#tests/support/large-upload.ts";

import { freePort } from "../../scripts/free-port.ts";
import { compileBare, inFolder, startServer } from "./compiled.ts";
import { drive } from "./load.ts";
import { median, type Row, spread } from "./row.ts";
import { stockClub } from "./stocked-club.ts";

const MB = 1024 * 1024;
const SIZE = 64 * MB;
const DOWNLOADS = { rounds: 8, calls: 12, warmUp: 12 };
/** A MiB takes 0.3 ms, so rates of short rounds differ by half. */
const RANGES = { rounds: 21, calls: 400, warmUp: 8000 };

/** Ranges and whole audiobooks compared with bare Bun and nginx, and an upload compared with a copy plus checksum. */
export const filesBench = inFolder(async (folder) => {
  const storage = join(folder, "storage");
  const { bookId, cookie } = await stockClub(storage, { members: 2, books: 1, posts: 0 });
  const audiobook = join(folder, "audiobook.m4b");
  await writeAudiobook(audiobook);
  const stored = await nameAudiobook(storage, bookId, audiobook);
  const club = await startServer(await executable(), { STORAGE_DIR: storage, NIGHTLY_BACKUP: "off" });
  const plain = await servePlainly(folder, join(storage, stored));
  const nginx = await serveByNginx(folder, join(storage, stored));
  try {
    const own = `${club.url}/api/download/audiobook/${bookId}`;
    return [
      await ranges({ own, cookie }, plain, nginx),
      await downloads({ own, cookie }, plain, nginx),
      await uploads({ club: club.url, cookie, bookId }, audiobook, folder),
    ];
  } finally {
    await club.stop();
    plain.stop();
    nginx?.stop();
  }
});

async function writeAudiobook(path: string): Promise<void> {
  const file = await open(path, "w");
  for (const chunk of largeAudiobook(SIZE).bytes()) await file.write(chunk);
  await file.close();
}

/** Makes a file the audiobook of a book in a stopped club. @returns its path */
export async function nameAudiobook(storage: string, bookId: number, source: string): Promise<string> {
  const path = `books/${bookId}/audiobook-bench-0123456789abcdef.m4b`;
  await Bun.write(join(storage, path), Bun.file(source));
  const db = openDatabase(join(storage, "bookclub.db"));
  const file = {
    filename: "a.m4b",
    path,
    size: Bun.file(source).size,
    sha256: "0".repeat(64),
    uploadedAt: new Date().toISOString(),
  };
  createStores(db).books.replaceFile(bookId, "audiobook", file, { seconds: 3600, chapters: [] });
  db.close();
  return path;
}

type Plain = { url: string; stop: () => void };

/** The very same file from bare Bun: a copy lies in memory in pieces of another size. */
async function servePlainly(folder: string, file: string): Promise<Plain> {
  const program = join(folder, "bare-files");
  await compileBare("tests/bench/bare-files.ts", program);
  const { url, stop } = await startServer(program, { FOLDER: dirname(file) });
  return { url: `${url}/${basename(file)}`, stop };
}

/** The same from nginx, where it is installed. */
async function serveByNginx(folder: string, file: string): Promise<Plain | null> {
  const nginx = Bun.which("nginx") ?? ((await Bun.file("/usr/sbin/nginx").exists()) ? "/usr/sbin/nginx" : null);
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

type Own = { own: string; cookie: string };

async function ranges({ own, cookie }: Own, plain: Plain, nginx: Plain | null): Promise<Row> {
  const ask = (url: string) => (index: number) => {
    const start = (index * 7 * MB) % (SIZE - MB);
    return fetch(url, { headers: { cookie, range: `bytes=${start}-${start + MB - 1}` } });
  };
  const { ours, theirs, ratios } = await pairedRates(RANGES, ask(own), ask(plain.url));
  const beside = nginx && (await pairedRates(RANGES, ask(own), ask(nginx.url)));
  return {
    what: "1 MiB audiobook ranges, 4 clients",
    club: `${spread(ours)}/s, ${spread(ratios)} %`,
    compared: `bare Bun ${spread(theirs)}/s${beside ? `; of nginx ${spread(beside.ratios)} %` : ""}`,
    budget: "≥ 95 %",
    holds: median(ratios) >= 95,
  };
}

async function downloads({ own, cookie }: Own, plain: Plain, nginx: Plain | null): Promise<Row> {
  const ask = (url: string) => () => fetch(url, { headers: { cookie } });
  const { ours, theirs, ratios } = await pairedRates(DOWNLOADS, ask(own), ask(plain.url));
  const beside = nginx && (await pairedRates(DOWNLOADS, ask(own), ask(nginx.url)));
  const inMiB = (rates: number[]) => rates.map((rate) => (rate * SIZE) / MB);
  return {
    what: "64 MiB audiobook downloads, 4 clients",
    club: `${spread(inMiB(ours))} MiB/s, ${spread(ratios)} %`,
    compared: `bare Bun ${spread(inMiB(theirs))} MiB/s${beside ? `; of nginx ${spread(beside.ratios)} %` : ""}`,
    budget: "≥ 95 %",
    holds: median(ratios) >= 95,
  };
}

type Call = (index: number) => Promise<Response>;

/** @returns calls a second of each round, and the first's in percent of the second's */
async function pairedRates({ rounds, calls, warmUp }: typeof RANGES, own: Call, other: Call) {
  const [ours, theirs, ratios]: [number[], number[], number[]] = [[], [], []];
  const rateOf = async (count: number, call: Call) => {
    Bun.gc(true);
    await Bun.sleep(100);
    return drive(4, count, call);
  };
  // the first round warms up the compiler
  for (let round = -1; round < rounds; round += 1) {
    const count = round < 0 ? warmUp : calls;
    // the second to be asked would pay for what this process keeps of the first answers
    const isOwnFirst = round % 2 === 0;
    const [first, second] = isOwnFirst ? [own, other] : [other, own];
    const rates = [await rateOf(count, first), await rateOf(count, second)];
    const [ourRate = 0, theirRate = 0] = isOwnFirst ? rates : rates.toReversed();
    if (round < 0) continue;
    ours.push(ourRate);
    theirs.push(theirRate);
    ratios.push((ourRate / theirRate) * 100);
  }
  return { ours, theirs, ratios };
}

async function uploads(
  to: { club: string; cookie: string; bookId: number },
  source: string,
  folder: string,
): Promise<Row> {
  const [ours, theirs, ratios]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < 5; round += 1) {
    const copied = performance.now();
    await copyWithChecksum(source, join(folder, "copy"));
    const copy = performance.now() - copied;
    const form = new FormData();
    form.set("bookId", String(to.bookId));
    form.set("audiobook", Bun.file(source), "a.m4b");
    const sent = performance.now();
    const answer = await fetch(`${to.club}/api/upload/audiobook`, {
      method: "POST",
      headers: { cookie: to.cookie },
      body: form,
    });
    if (answer.status !== 201) throw new Error(await answer.text());
    const upload = performance.now() - sent;
    ours.push(SIZE / MB / (upload / 1000));
    theirs.push(SIZE / MB / (copy / 1000));
    ratios.push((copy / upload) * 100);
  }
  return {
    what: "64 MiB audiobook upload",
    club: `${spread(ours)} MiB/s, ${spread(ratios)} %`,
    compared: `copy, checksum, sync: ${spread(theirs)} MiB/s`,
    budget: "≥ 50 %",
    holds: median(ratios) >= 50,
  };
}

async function copyWithChecksum(from: string, to: string): Promise<void> {
  const hash = new Bun.CryptoHasher("sha256");
  const file = await open(to, "w");
  for await (const chunk of createReadStream(from, { highWaterMark: 256 * 1024 })) {
    hash.update(chunk);
    await file.write(chunk);
  }
  await file.sync();
  await file.close();
  hash.digest();
}
