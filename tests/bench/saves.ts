import { Database } from "bun:sqlite";
import { join } from "node:path";

import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";

import { inFolder } from "./compiled.ts";
import { listen, LISTENERS, type Save, savesRow, startFilled } from "./listeners.ts";

const UPLOAD_BYTES = 300 * 2 ** 20;
const CLIENTS = 8;
const RATE_MS = 5000;
const COMMITS_MS = 2000;

/** Listeners who save every three seconds during an upload (L04), then as many saves as possible. */
export const savesBench = inFolder(async (folder) => {
  const commits = commitsPerSecond(join(folder, "bare.db"));
  const club = await startFilled(join(folder, "storage"));
  const upload = sendRaw(club.target, largeAudiobook(UPLOAD_BYTES));
  const listened = await listen(club.cookies, club.save);
  await upload;
  const rate = await savesPerSecond(club.cookies.slice(0, CLIENTS), club.save);
  await club.stop();
  return [
    savesRow(`${LISTENERS} listeners saving every 3 s during an upload, p99`, listened),
    {
      name: `progress saves, ${CLIENTS} clients`,
      figures: `${rate.toFixed(0)}/s; bare SQLite commits: ${commits.toFixed(0)}/s`,
      budget: "≥ 4,000 or 0.8 × disk commits",
      isMet: rate >= 4000 || rate >= commits * 0.8,
    },
  ];
});

/** The disk's limit: transactions of one row per second. */
function commitsPerSecond(path: string): number {
  const db = new Database(path);
  db.run("PRAGMA journal_mode = WAL");
  db.run("PRAGMA synchronous = FULL");
  db.run("CREATE TABLE place (position INTEGER)");
  db.run("INSERT INTO place VALUES (0)");
  const update = db.query("UPDATE place SET position = position + 1");
  const startMs = performance.now();
  let commits = 0;
  for (; performance.now() < startMs + COMMITS_MS; commits++) update.run();
  db.close();
  return commits / (COMMITS_MS / 1000);
}

async function savesPerSecond(cookies: string[], save: Save): Promise<number> {
  const deadline = performance.now() + RATE_MS;
  let saved = 0;
  const one = async (cookie: string) => {
    for (let index = 100; performance.now() < deadline; index += 3) {
      const response = await save(cookie, index);
      await response.arrayBuffer();
      if (response.ok) saved += 1;
    }
  };
  await Promise.all(cookies.map(one));
  return saved / (RATE_MS / 1000);
}
