import { writeFully } from "#server/adapters/write-fully.ts";
import { type PackIndex, readPackIndex } from "#server/epub/pack.ts";
import { AppError } from "#server/errors.ts";

import { type Heard, type HeardSentence, type Listening, toSections, unheard } from "./heard/heard.ts";
import { pointsOf } from "./heard/points.ts";
import { fitOverlay } from "./overlay/fit-overlay.ts";
import { readOverlay } from "./overlay/read-overlay.ts";
import { soundLengths } from "./overlay/sound-lengths.ts";
import { readBookText } from "./text/book-text.ts";
import { marksOfBook, type TextSentence } from "./text/marks-of-book.ts";

type ShownBook = Exclude<PackIndex, { fault: string }>;

/**
 * Finds when each sentence of a prepared eBook is heard, and writes it to `target` as JSON (BEYOND 11). Sandbox only.
 * @throws AppError invalid, disk-full
 */
export async function listen(packPath: string, target: string, input: string): Promise<void> {
  const listening: Listening = JSON.parse(input);
  const index = readPackIndex(packPath);
  if ("fault" in index) throw new AppError("invalid", index.fault);
  const heard = JSON.stringify(await hear(index, listening, target));
  await writeFully(target, (write) => write(Buffer.from(heard)));
}

async function hear(index: ShownBook, listening: Listening, target: string): Promise<Heard> {
  const texts = await readBookText(index, listening.packPath);
  const { sentences } = marksOfBook(index.contents, texts);
  const overlay = await readOverlay(listening.ebookPath, texts).catch(() => null);
  if (!overlay) return unheard("The sound's pauses aren't read yet.");
  const parts = new Map(index.parts);
  const lengths = await soundLengths(overlay, listening.ebookPath, { parts, draft: `${target}-sound` });
  const fitted = fitOverlay(overlay, lengths, listening.audiobook);
  if (!fitted) return unheard("The eBook's own times are those of another recording.");
  const sound = overlay.sounds.map((href, at) => {
    return { href, start: fitted.starts[at] ?? 0, seconds: lengths[at] ?? 0 };
  });
  return {
    share: shareOf(fitted.sentences, sentences),
    sound: listening.audiobook ? [] : sound,
    points: pointsOf(fitted.sentences, index.contents.sections),
    sections: toSections(fitted.sentences, index.contents.sections.length),
    fault: null,
  };
}

/** Of a text's sentences, those that begin in a piece that is sure. */
function shareOf(heard: readonly HeardSentence[], all: readonly TextSentence[]): number {
  const bySection = Map.groupBy(
    heard.filter(({ sure }) => sure),
    ({ section }) => section,
  );
  for (const own of bySection.values()) own.sort((one, other) => one.from - other.from);
  let count = 0;
  for (const { section, from } of all) {
    const own = bySection.get(section) ?? [];
    const last = own[lastBefore(own, from)];
    if (last && last.to > from) count += 1;
  }
  return count / Math.max(1, all.length);
}

function lastBefore(own: readonly HeardSentence[], from: number): number {
  let [low, high] = [0, own.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((own[middle]?.from ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
