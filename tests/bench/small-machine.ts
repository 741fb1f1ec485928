import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";
import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";
import { limitMachine } from "#tests/support/small-machine.ts";

import { inFolder, startServer } from "./compiled.ts";
import { growClub } from "./grown-club.ts";
import { HOME } from "./growth.ts";
import { mebibytes } from "./row.ts";

const MB = 1024 * 1024;
const MEMBERS = 500;
const VISITORS = 200;
const WITHIN_MS = 10_000;
const LISTENERS = 50;
const SAVE_EVERY_MS = 3000;
const UPLOAD_BYTES = 200 * MB;

/**
 * The minute before the meeting on one core with 512 MB: 200 of 500 members open Home within ten seconds while 50
 * listen, an admin uploads and a backup is made. Left out where control groups can't make such a machine.
 */
export const smallMachineBench = inFolder(async (folder) => {
  const storage = join(folder, "storage");
  const club = await growClub(storage, { members: MEMBERS, books: 60, meetings: 60, sessions: MEMBERS });
  const program = await executable();
  const settings = { STORAGE_DIR: storage, TEAM_AVATAR_URL: "local", NIGHTLY_BACKUP: "off" };
  const server = await startServer(program, settings);
  const machine = limitMachine(server.pid, { memory: 512 * MB, processors: 1 });
  if (!machine) {
    await server.stop();
    return [];
  }
  const waits: number[] = [];
  let failed = 0;
  const ask = async (path: string, cookie: string, options: RequestInit = {}) => {
    const started = performance.now();
    const answer = await fetch(server.url + path, { ...options, headers: { cookie, ...options.headers } }).catch(
      () => null,
    );
    const isWhole = await answer?.arrayBuffer().then(
      () => true,
      () => false,
    );
    if (!isWhole || !answer?.ok) failed += 1;
    return performance.now() - started;
  };
  const json = { "content-type": "application/json" };
  const [admin = "", ...members] = club.cookies;
  const target = { url: server.url, cookie: admin, bookId: club.bookId };
  try {
    await sendRaw(target, largeAudiobook(64 * MB));
    const opened = performance.now();
    const open = async (cookie: string, index: number) => {
      await Bun.sleep((index * WITHIN_MS) / VISITORS);
      waits.push(...(await Promise.all(HOME.map((path) => ask(`/api/${path}`, cookie)))));
    };
    const listen = async (cookie: string, index: number) => {
      await Bun.sleep((index * SAVE_EVERY_MS) / LISTENERS);
      for (let at = 0; performance.now() < opened + WITHIN_MS; at += 3) {
        const range = `bytes=${index * MB}-${(index + 1) * MB - 1}`;
        await ask(`/api/download/audiobook/${club.bookId}`, cookie, { headers: { range } });
        const body = JSON.stringify({ bookId: club.bookId, currentTime: at / 3, chapter: 0 });
        await ask("/api/audiobook-progress", cookie, { method: "POST", headers: json, body });
        await Bun.sleep(SAVE_EVERY_MS);
      }
    };
    const settingsOfClub = { STORAGE_DIR: storage, PATH: Bun.env["PATH"] ?? "" };
    const backup = Bun.spawn([program, "backup", join(folder, "backup.tar")], { env: settingsOfClub });
    const [upload, saved] = await Promise.all([
      sendRaw(target, largeAudiobook(UPLOAD_BYTES)),
      backup.exited,
      ...members.slice(0, VISITORS).map(open),
      ...members.slice(VISITORS, VISITORS + LISTENERS).map(listen),
    ]);
    if (upload.status !== 201 || saved !== 0) failed += 1;
    const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
    return [
      {
        what: `one core and 512 MB: ${VISITORS} of ${MEMBERS} members open Home within 10 s, p99 of its calls`,
        club: `${p99.toFixed(0)} ms, ${failed} failed, ${mebibytes(machine.most())} with cached files`,
        compared: `the longest ${Math.max(...waits).toFixed(0)} ms; ${LISTENERS} listen, one uploads, a backup is made`,
        budget: "< 500 ms, 0 failed",
        holds: p99 < 500 && failed === 0,
      },
    ];
  } finally {
    await server.stop();
    machine.remove();
  }
});
