import { join } from "node:path";

import { largeAudiobook, sendRaw } from "#tests/support/large-upload.ts";
import { limitMachine } from "#tests/support/small-machine.ts";

import { inFolder } from "./compiled.ts";
import { LISTENER_COUNT, savesRow, simulateListeners, startFilledClub } from "./listeners.ts";

const UPLOAD_BYTES = 300 * 2 ** 20;
const DISK_LIMITS = { bytesPerSecond: 30 * 2 ** 20, writesPerSecond: 200 };

/**
 * Listeners who save every three seconds during an upload, on a disk that writes 30 MiB and 200 times a second. Skipped
 * if control groups can't limit a disk.
 */
export const slowDiskBench = inFolder(async (folder) => {
  const storage = join(folder, "storage");
  const club = await startFilledClub(storage);
  const limitedDisk = limitMachine(club.pid, { disk: { holding: storage, ...DISK_LIMITS } });
  try {
    if (!limitedDisk) return [];
    const savesAlone = await simulateListeners(club.cookies, club.save);
    const upload = sendRaw(club.target, largeAudiobook(UPLOAD_BYTES));
    const savesDuring = await simulateListeners(club.cookies, club.save);
    await upload;
    const name = `slow disk: ${LISTENER_COUNT} listeners saving every 3 s during an upload, p99`;
    return [savesRow(name, savesDuring, `without the upload ${savesAlone.p99.toFixed(1)} ms`)];
  } finally {
    await club.stop();
    limitedDisk?.remove();
  }
});
