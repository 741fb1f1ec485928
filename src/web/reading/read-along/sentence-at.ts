import type { Sentence } from "#contract/sentences.ts";
import type { TextMap } from "#web/reading/view/text-map.ts";

/** In code points of a section's visible text. */
export type TextPoint = { section: number; at: number };

/** Seconds that a mark stays while the voice pauses. */
const HIGHLIGHT_LINGER_SECONDS = 1.5;

/** The sentence that is heard, also for a moment after it. @param sentences in the order they are heard */
export function sentenceAt(sentences: readonly Sentence[], seconds: number): Sentence | null {
  const begun = sentences.findLast(({ start }) => start <= seconds);
  return begun && seconds < begun.end + HIGHLIGHT_LINGER_SECONDS ? begun : null;
}

/** Seconds at which `heardAt` answers something else; infinite if it won't. */
export function nextChangeAt(sentences: readonly Sentence[], seconds: number): number {
  const next = sentences.find(({ start }) => start > seconds)?.start ?? Number.POSITIVE_INFINITY;
  const over = (sentences.findLast(({ start }) => start <= seconds)?.end ?? 0) + HIGHLIGHT_LINGER_SECONDS;
  return over > seconds ? Math.min(next, over) : next;
}

/** The code point that is heard, as if each sentence were read at one pace; null before the first sentence. */
export function pointAt(sentences: readonly Sentence[], seconds: number): number | null {
  const begun = sentences.findLast(({ start }) => start <= seconds);
  if (!begun) return null;
  const share = Math.min(1, (seconds - begun.start) / Math.max(0.01, begun.end - begun.start));
  return begun.from + Math.floor(share * Math.max(0, begun.to - begun.from - 1));
}

/** Seconds at which the text from a code point on is heard; infinite if none of it is. */
export function secondsAt(sentences: readonly Sentence[], at: number): number {
  const first = sentences.find(({ to }) => to > at);
  if (!first) return Number.POSITIVE_INFINITY;
  const share = Math.max(0, at - first.from) / Math.max(1, first.to - first.from);
  return first.start + share * (first.end - first.start);
}

/** The first that begins on a page, else one that goes on there. @param until the page's end in code points */
export function firstOnPage<Stretch extends { from: number; to: number }>(
  sentences: readonly Stretch[],
  from: number,
  until: number,
): Stretch | null {
  const begins = sentences.find((one) => one.from >= from && one.from < until);
  return begins ?? sentences.find((one) => one.to > from && one.from < until) ?? null;
}

type Point = { x: number; y: number };
/** Pixels beside a line that still belong to it. */
const NEAR = 6;

/** The sentence under a finger, in pixels of its frame. */
export function tappedSentence<Stretch extends { from: number; to: number }>(
  map: TextMap,
  sentences: readonly Stretch[],
  point: Point,
): Stretch | null {
  return sentences.find(({ from, to }) => isOn(map.rangeAt(from, to - from), point)) ?? null;
}

function isOn(range: Range, { x, y }: Point): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left - NEAR && x <= right + NEAR && y >= top - NEAR && y <= bottom + NEAR,
  );
}

type Sections<Stretch> = { section: number; sentences: readonly Stretch[] };
export type SectionStore<Stretch> = ReturnType<typeof createSections<Stretch>>;

/** Sentences of a book by section, once they were asked for. @param find may fail without a network */
export function createSections<Stretch>(
  linear: readonly boolean[],
  find: (section: number) => Promise<readonly Stretch[]>,
) {
  const known = new Map<number, readonly Stretch[]>();

  async function of(section: number): Promise<readonly Stretch[]> {
    const sentences = known.get(section) ?? (await find(section));
    if (sentences.length > 0) known.set(section, sentences);
    return sentences;
  }

  return {
    of,
    known: (section: number): readonly Stretch[] => known.get(section) ?? [],
    /** The next section that has any, in reading order; `step` -1 for the one before. */
    async next(section: number, step: 1 | -1 = 1): Promise<Sections<Stretch> | null> {
      for (let at = section + step; at >= 0 && at < linear.length; at += step) {
        const sentences = linear[at] ? await of(at) : [];
        if (sentences.length > 0) return { section: at, sentences };
      }
      return null;
    },
  };
}
