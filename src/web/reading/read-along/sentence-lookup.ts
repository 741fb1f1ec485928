import type { Sentence } from "#contract/sentences.ts";
import type { BookView } from "#web/reading/view/book-view.ts";
import type { TextMap } from "#web/reading/view/text-map.ts";

export type TextPoint = { section: number; at: number };

const HIGHLIGHT_LINGER_SECONDS = 1.5;

/** The sentence at a second of the audio, also shortly after its end. */
export function sentenceAt(sentences: readonly Sentence[], seconds: number): Sentence | null {
  const started = sentences.findLast(({ start }) => start <= seconds);
  return started && seconds < started.end + HIGHLIGHT_LINGER_SECONDS ? started : null;
}

/** The next second at which `sentenceAt` returns something else; infinite if it never does. */
export function nextChangeAt(sentences: readonly Sentence[], seconds: number): number {
  const next = sentences.find(({ start }) => start > seconds)?.start ?? Number.POSITIVE_INFINITY;
  const endsAt = (sentences.findLast(({ start }) => start <= seconds)?.end ?? 0) + HIGHLIGHT_LINGER_SECONDS;
  return endsAt > seconds ? Math.min(next, endsAt) : next;
}

/** The code point at a second, interpolated within the sentence; null before the first sentence. */
export function pointAt(sentences: readonly Sentence[], seconds: number): number | null {
  const started = sentences.findLast(({ start }) => start <= seconds);
  if (!started) return null;
  const fraction = Math.min(1, (seconds - started.start) / Math.max(0.01, started.end - started.start));
  return started.from + Math.floor(fraction * Math.max(0, started.to - started.from - 1));
}

/** The first sentence that begins on a page, or one that continues there. */
export function firstOnPage<TextSpan extends { from: number; to: number }>(
  sentences: readonly TextSpan[],
  from: number,
  until: number,
): TextSpan | null {
  const startsOnPage = sentences.find((one) => one.from >= from && one.from < until);
  return startsOnPage ?? sentences.find((one) => one.to > from && one.from < until) ?? null;
}

type Point = { x: number; y: number };
const TAP_TOLERANCE_PX = 6;

export function tappedSentence<TextSpan extends { from: number; to: number }>(
  map: TextMap,
  sentences: readonly TextSpan[],
  point: Point,
): TextSpan | null {
  return sentences.find(({ from, to }) => containsPoint(map.rangeAt(from, to - from), point)) ?? null;
}

function containsPoint(range: Range, { x, y }: Point): boolean {
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) =>
      x >= left - TAP_TOLERANCE_PX &&
      x <= right + TAP_TOLERANCE_PX &&
      y >= top - TAP_TOLERANCE_PX &&
      y <= bottom + TAP_TOLERANCE_PX,
  );
}

type SectionSentences<TextSpan> = { section: number; sentences: readonly TextSpan[] };
export type SentenceStore<TextSpan> = ReturnType<typeof createSentenceStore<TextSpan>>;

export function createSentenceStore<TextSpan>(
  linear: readonly boolean[],
  fetchSentences: (section: number) => Promise<readonly TextSpan[]>,
) {
  const cache = new Map<number, readonly TextSpan[]>();

  async function get(section: number): Promise<readonly TextSpan[]> {
    const sentences = cache.get(section) ?? (await fetchSentences(section));
    if (sentences.length > 0) cache.set(section, sentences);
    return sentences;
  }

  return {
    of: get,
    cached: (section: number): readonly TextSpan[] => cache.get(section) ?? [],
    async next(section: number, step: 1 | -1 = 1): Promise<SectionSentences<TextSpan> | null> {
      for (let at = section + step; at >= 0 && at < linear.length; at += step) {
        const sentences = linear[at] ? await get(at) : [];
        if (sentences.length > 0) return { section: at, sentences };
      }
      return null;
    },
  };
}

/** The first sentence on the shown page, else the next one in the book. */
export async function firstFromPage<TextSpan extends { from: number; to: number }>(
  view: Pick<BookView, "span" | "shown">,
  sections: SentenceStore<TextSpan>,
): Promise<{ section: number; sentences: readonly TextSpan[]; index: number } | null> {
  const section = view.shown()?.section ?? 0;
  const { from, to } = view.span() ?? { from: 0, to: Number.POSITIVE_INFINITY };
  const sentences = await sections.of(section);
  const first = firstOnPage(sentences, from, to) ?? sentences.find((one) => one.from >= from);
  if (first) return { section, sentences, index: sentences.indexOf(first) };
  const next = await sections.next(section);
  return next && { ...next, index: 0 };
}
