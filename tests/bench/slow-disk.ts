import { join } from "node:path";

import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";
import { limitMachine } from "#tests/support/small-machine.ts";
import { sendResumably } from "#tests/support/tus.ts";

import { inFolder } from "./compiled.ts";
import { listen, LISTENERS, startFilled } from "./listeners.ts";
import type { Bench } from "./row.ts";

const UPLOAD_BYTES = 300 * 2 ** 20;
const BUDGET_MS = 50;
/** A slow disk of a small VPS. */
const SLOW = { bytesPerSecond: 30 * 2 ** 20, writesPerSecond: 200 };

/**
 * Listeners who save every three seconds on a disk that writes 30 MiB and 200 times a second, where control groups can
 * slow one down: alone, during an upload in a form, and during a resumable one, which has a club of its own because a
 * club remembers how slow its disk is.
 */
export const slowDiskBench: Bench = async () => {
  const form = await listenDuring(sendRaw)();
  const resumable = await listenDuring(sendResumably)();
  if (!form || !resumable) return [];
  const saves = ({ p99, failed, busy }: typeof form) => ({
    club: `${p99.toFixed(1)} ms, ${failed} failed, ${busy} SQLITE_BUSY`,
    budget: "≤ 50 ms, 0 failed, 0 SQLITE_BUSY",
    holds: p99 <= BUDGET_MS && failed === 0 && busy === 0,
  });
  const upload = ({ speed }: typeof form) => ({
    club: `${speed.toFixed(1)} MiB/s`,
    compared: "the disk 30 MiB/s",
    budget: "≥ 50 %",
    holds: speed >= 15,
  });
  return [
    {
      what: `slow disk: ${LISTENERS} listeners saving every 3 s during an upload, p99`,
      ...saves(form),
      compared: `the longest ${form.longest.toFixed(1)} ms; without the upload ${form.alone.toFixed(1)} ms`,
    },
    { what: "slow disk: that upload", ...upload(form) },
    {
      what: "slow disk: the same during a resumable upload, p99",
      ...saves(resumable),
      compared: `the longest ${resumable.longest.toFixed(1)} ms; without the upload ${resumable.alone.toFixed(1)} ms`,
    },
    { what: "slow disk: that resumable upload", ...upload(resumable) },
  ];
};

/** `speed` in MiB a second; null where the disk can't be slowed down. */
const listenDuring = (send: typeof sendRaw | typeof sendResumably) =>
  inFolder(async (folder) => {
    const storage = join(folder, "storage");
    const club = await startFilled(storage);
    const slow = limitMachine(club.pid, { disk: { holding: storage, ...SLOW } });
    try {
      if (!slow) return null;
      const alone = await listen(club.cookies, club.save);
      const started = performance.now();
      const upload = send(club.target, largeAudiobook(UPLOAD_BYTES)).then(() => performance.now() - started);
      const saves = await listen(club.cookies, club.save);
      return { ...saves, alone: alone.p99, speed: UPLOAD_BYTES / 2 ** 20 / ((await upload) / 1000) };
    } finally {
      await club.stop();
      slow?.remove();
    }
  });
