import { randomBytes } from "node:crypto";
import { join } from "node:path";

import { openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";
import { epub } from "#tests/support/epub.ts";
import { executable } from "#tests/support/executable.ts";

import { prepareAudiobookshelf } from "./audiobookshelf.ts";
import { inFolder, type Started, startServer } from "./compiled.ts";
import { drive } from "./load.ts";
import { startPeer } from "./peer.ts";
import { mebibytes, median, type Row, spread } from "./row.ts";
import { stockClub } from "./stocked-club.ts";

const MB = 1024 * 1024;
/** A page of calibre's catalog holds 30. */
const BOOKS = 25;
const BOOK_BYTES = 4 * MB;
const STARTS = 5;
const ROUNDS = 5;
const SETTLE_MS = 2000;
const CALLS = 100;
/** A feed may be fetched 60 times a minute. */
const FEED_CALLS = 9;

/**
 * The club beside calibre-server (Debian's package calibre) and, when AUDIOBOOKSHELF names a checkout that is ready to
 * start, Audiobookshelf: each with the same 25 eBooks of 4 MiB.
 */
export const peersBench = inFolder(async (folder) => {
  if (!Bun.which("calibre-server")) throw new Error("Install Debian's package calibre first.");
  const books = Array.from({ length: BOOKS }, (_, index) => join(folder, `book${index}.epub`));
  for (const [index, path] of books.entries()) {
    const filling = { name: "OEBPS/filling.bin", data: randomBytes(BOOK_BYTES), stored: true };
    await Bun.write(path, epub({ title: `Book ${index}` }, [filling]));
  }
  const library = join(folder, "library");
  await Bun.$`calibredb add --with-library ${library} ${books}`.quiet();
  const storage = join(folder, "storage");
  const { cookie, bookId } = await stockClub(storage, { members: 2, books: BOOKS, posts: 20 });
  await giveBooks(storage, books, bookId);

  const program = await executable();
  const ours = () => startServer(program, { STORAGE_DIR: storage, NIGHTLY_BACKUP: "off" });
  const calibreServer = () =>
    startPeer((port) => ["calibre-server", "--listen-on", "127.0.0.1", "--port", String(port), library]);
  const checkout = Bun.env["AUDIOBOOKSHELF"];
  const shelf = checkout ? await prepareAudiobookshelf(checkout, folder, books) : null;
  const programs = [ours, calibreServer, ...(shelf ? [shelf.start] : [])];
  const starts: number[][] = programs.map(() => []);
  for (let start = 0; start < STARTS; start += 1)
    for (const [which, begin] of programs.entries()) {
      const server = await begin();
      starts[which]?.push(server.ms);
      await server.stop();
    }
  const servers: Started[] = [];
  for (const begin of programs) servers.push(await begin());
  try {
    const [club, calibre, audiobookshelf] = servers;
    if (!club || !calibre) throw new Error("No servers");
    const made = await fetch(`${club.url}/api/profile/feeds/opds`, { method: "POST", headers: { cookie } });
    const { pathname } = new URL((await made.json()).url);
    const range = { range: `bytes=${MB}-${2 * MB - 1}` };
    await Bun.sleep(SETTLE_MS);
    const memory = servers.map((server) => mebibytes(server.rss()));
    /** `third`: Audiobookshelf's address, if it has this. */
    type Asked = {
      own: string;
      other: string;
      third?: string | undefined;
      headers?: Record<string, string>;
      calls?: number;
    };
    const rate = async (what: string, { own, other, third, headers = {}, calls = CALLS }: Asked): Promise<Row> => {
      const asks = [
        () => fetch(club.url + own, { headers: { cookie, ...headers } }),
        () => fetch(calibre.url + other, { headers }),
      ];
      if (third && audiobookshelf)
        asks.push(() => fetch(audiobookshelf.url + third, { headers: { ...shelf?.headers, ...headers } }));
      for (const ask of asks) {
        const { status } = await ask();
        if (status !== (headers["range"] ? 206 : 200)) throw new Error(`${what}: one answers ${status}`);
      }
      return rowOf(what, await turns(calls, asks));
    };
    return [
      rowOf(`start to first answer, median of ${STARTS}, ms`, starts),
      {
        what: "memory when idle",
        club: memory[0] ?? "",
        compared: memory[1] ?? "",
        also: memory[2],
        budget: "",
        holds: true,
      },
      await rate("home page, calls a second", { own: "/", other: "/" }),
      await rate(`list of ${BOOKS} books, calls a second`, {
        own: "/api/shelf",
        other: `/interface-data/books-init?num=${BOOKS}`,
        third: shelf?.list,
      }),
      await rate(`OPDS catalog of ${BOOKS} books, calls a second`, {
        own: pathname,
        other: "/opds/navcatalog/4f7469746c65",
        calls: FEED_CALLS,
      }),
      await rate("1 MiB eBook ranges, calls a second", {
        own: `/api/download/ebook/${bookId}`,
        other: "/get/EPUB/1",
        third: shelf?.ebook,
        headers: range,
      }),
    ];
  } finally {
    for (const server of servers) await server.stop();
  }
});

function rowOf(what: string, [ours = [], theirs = [], third]: number[][]): Row {
  const beside = (values: number[]) => `${spread(values)}, ${(median(ours) / median(values)).toFixed(2)} ×`;
  return { what, club: spread(ours), compared: beside(theirs), also: third && beside(third), budget: "", holds: true };
}

/** Rates of all, alternating, so that other load affects each; the first round warms up. */
async function turns(calls: number, asks: readonly (() => Promise<Response>)[]): Promise<number[][]> {
  const rates: number[][] = asks.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [which, call] of asks.entries()) {
      const rate = await drive(4, calls, call);
      if (round >= 0) rates[which]?.push(rate);
    }
  return rates;
}

/** Attaches eBooks to the club's books, the last of which has the id `last`. */
async function giveBooks(storage: string, books: readonly string[], last: number): Promise<void> {
  const db = openDatabase(join(storage, "bookclub.db"));
  const stores = createStores(db);
  for (const [index, source] of books.entries()) {
    const id = last - index;
    const path = `books/${id}/ebook-bench-0123456789abcdef.epub`;
    await Bun.write(join(storage, path), Bun.file(source));
    const facts = { size: Bun.file(source).size, sha256: "0".repeat(64), uploadedAt: new Date().toISOString() };
    stores.books.replaceFile(id, "ebook", { filename: "a.epub", path, ...facts }, null);
  }
  db.close();
}
