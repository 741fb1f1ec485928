import { Database } from "bun:sqlite";
import { join } from "node:path";

import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";

import { inFolder } from "./compiled.ts";
import { LISTENER_COUNT, type Save, savesRow, simulateListeners, startFilledClub } from "./listeners.ts";

const UPLOAD_BYTES = 300 * 2 ** 20;
const CLIENT_COUNT = 8;
const MEASURE_MS = 5000;
const COMMITS_MS = 2000;

/** Listeners who save every three seconds during an upload (L04), then as many saves as possible. */
export const savesBench = inFolder(async (folder) => {
  const commitRate = commitsPerSecond(join(folder, "bare.db"));
  const club = await startFilledClub(join(folder, "storage"));
  const upload = sendRaw(club.target, largeAudiobook(UPLOAD_BYTES));
  const saveFigures = await simulateListeners(club.cookies, club.save);
  await upload;
  const rate = await savesPerSecond(club.cookies.slice(0, CLIENT_COUNT), club.save);
  await club.stop();
  return [
    savesRow(`${LISTENER_COUNT} listeners saving every 3 s during an upload, p99`, saveFigures),
    {
      name: `progress saves, ${CLIENT_COUNT} clients`,
      figures: `${rate.toFixed(0)}/s; bare SQLite commits: ${commitRate.toFixed(0)}/s`,
      budget: "≥ 4,000 or 0.8 × disk commits",
      isMet: rate >= 4000 || rate >= commitRate * 0.8,
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
  let commitCount = 0;
  for (; performance.now() < startMs + COMMITS_MS; commitCount++) update.run();
  db.close();
  return commitCount / (COMMITS_MS / 1000);
}

async function savesPerSecond(cookies: string[], save: Save): Promise<number> {
  const deadline = performance.now() + MEASURE_MS;
  let savedCount = 0;
  const saveRepeatedly = async (cookie: string) => {
    for (let position = 100; performance.now() < deadline; position += 3) {
      const response = await save(cookie, position);
      await response.arrayBuffer();
      if (response.ok) savedCount += 1;
    }
  };
  await Promise.all(cookies.map(saveRepeatedly));
  return savedCount / (MEASURE_MS / 1000);
}
