import { open, stat } from "node:fs/promises";

import { readAudioStart } from "#server/books/inspect/audio-kind.ts";

import type { Pauses } from "../model/voice-model.ts";
import { readAacGains } from "./aac-gains.ts";
import { findPauses } from "./find-pauses.ts";
import { readMp3Gains } from "./mp3-gains.ts";

/**
 * The pauses of an audiobook.
 * @param onProgress gets values from 0 to 1
 * @returns null if the file's format isn't supported
 */
export async function readPauses(path: string, onProgress: (progress: number) => void): Promise<Pauses | null> {
  const handle = await open(path, "r");
  const start = await readAudioStart(handle).finally(() => handle.close());
  if (start.kind === null) return null;
  if (start.kind === "m4b") {
    const gains = await readAacGains(path, onProgress);
    return gains && findPauses(gains);
  }
  const { size } = await stat(path);
  return findPauses(await readMp3Gains(path, start.tagBytes, (at) => onProgress(at / size)));
}
