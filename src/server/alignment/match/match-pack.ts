import { readPackIndex } from "#server/epub/pack.ts";
import { AppError } from "#server/errors.ts";

import { matchChapters } from "./match-chapters.ts";
import type { Sound } from "./sound-parts.ts";

/** Matches a prepared eBook with `sound`, a `Sound` as JSON. Sandbox only. @throws AppError 'invalid' */
export function matchPack(packPath: string, sound: string): Omit<ReturnType<typeof matchChapters>, "timeline"> {
  const index = readPackIndex(packPath);
  if ("fault" in index) throw new AppError("invalid", index.fault);
  const heard: Sound = JSON.parse(sound);
  const { confidence, pairs, stretches } = matchChapters(heard, index.contents);
  return { confidence, pairs, stretches };
}
