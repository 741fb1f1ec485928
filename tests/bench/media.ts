import { rmSync } from "node:fs";
import { join } from "node:path";

import { executable } from "#tests/support/executable.ts";
import { startS3Server } from "#tests/support/s3-server.ts";

import { inFolder, startServer } from "./compiled.ts";
import { nameAudiobook } from "./files.ts";
import { costOf } from "./load.ts";
import { median, spread } from "./row.ts";
import { stockClub } from "./stocked-club.ts";

const MB = 1024 * 1024;
const SIZE = 64 * MB;
const LISTENERS = 50;
const ROUNDS = 5;
const ANSWERS = 300;

/** What listeners cost the server with MEDIA=s3: CPU time per response, and audio bytes it sends itself. */
export const mediaBench = inFolder(async (folder) => {
  const storage = join(folder, "storage");
  const { bookId, cookies } = await stockClub(storage, { members: LISTENERS, books: 1, posts: 0 });
  const audiobook = join(folder, "audiobook.m4b");
  await Bun.write(audiobook, Buffer.alloc(SIZE, 0xa5));
  const path = await nameAudiobook(storage, bookId, audiobook);
  const s3 = startS3Server();
  const settings = { STORAGE_DIR: storage, NIGHTLY_BACKUP: "off", ...s3.environment };
  const cost = async (media: "disk" | "s3") => {
    const club = await startServer(await executable(), { ...settings, MEDIA: media });
    let sent = 0;
    const ask = async (index: number) => {
      const range = `bytes=${(index % 60) * MB}-${((index % 60) + 1) * MB - 1}`;
      const headers = { cookie: cookies[index % LISTENERS] ?? "", range };
      const answer = await fetch(`${club.url}/api/download/audiobook/${bookId}`, { headers, redirect: "manual" });
      const bytes = await answer.bytes();
      sent += bytes.length;
      const isExpected = media === "s3" ? answer.status === 302 : bytes.length === MB;
      return new Response(null, { status: isExpected ? 200 : 500 });
    };
    try {
      await costOf(club.pid, ANSWERS / 4, ask);
      sent = 0;
      const costs: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) costs.push(await costOf(club.pid, ANSWERS, ask));
      return { costs, sent };
    } finally {
      await club.stop();
    }
  };
  const disk = await cost("disk");
  s3.objects.set(path, await Bun.file(audiobook).bytes());
  rmSync(join(storage, path));
  const bucket = await cost("s3");
  await s3.stop();
  return [
    {
      what: `${LISTENERS} listeners with MEDIA=s3, CPU per part`,
      club: `${spread(bucket.costs)} µs, ${bucket.sent} bytes of sound`,
      compared: `1 MiB from the disk: ${spread(disk.costs)} µs, ${disk.sent / ROUNDS / ANSWERS} bytes`,
      budget: "0 bytes",
      holds: bucket.sent === 0 && median(bucket.costs) > 0,
    },
  ];
});
