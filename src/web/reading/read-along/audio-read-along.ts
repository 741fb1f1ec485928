import type { Sentence } from "#contract/sentences.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import type { Player } from "#web/listening/player/player.ts";
import type { BookView } from "#web/reading/view/book-view.ts";

import type { Follower } from "./follower.ts";
import type { ReadAlong } from "./read-along.ts";
import {
  firstFromPage,
  nextChangeAt,
  pointAt,
  sentenceAt,
  type SentenceStore,
  tappedSentence,
  type TextPoint,
} from "./sentence-lookup.ts";

/** A section that has to load is shown earlier than a page. */
const PAGE_TURN_LEAD_SECONDS = 0.3;
const SECTION_LEAD_SECONDS = 1.2;
/** By which a page may turn late. Stalled audio reaches the next sentence late. */
const MAX_CHECK_INTERVAL_MS = 100;
const RETRY_DELAY_MS = 5000;

type AlignedSection = {
  section: number;
  sentences: readonly Sentence[];
  start: number;
  next: Pick<AlignedSection, "section" | "sentences"> | null;
};
type AudioReadAlongParts = {
  player: Pick<Player, "state" | "subscribe" | "clock" | "play" | "pause" | "seek">;
  follower: Follower;
  sections: SentenceStore<Sentence>;
  view: Pick<BookView, "span" | "shown">;
  guessSection: (seconds: number) => number;
  guessSeconds: () => number;
};

/** Highlights the sentence that is playing, turns pages along, and plays from a page or a sentence. */
export function createAudioReadAlong({ player, follower, sections, view, ...guess }: AudioReadAlongParts) {
  const lifetime = new AbortController();
  let alignedSection: AlignedSection | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingSearch: Promise<void> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let highlightedSentence: Sentence | null = null;

  function update(): void {
    clearTimeout(timer);
    if (lifetime.signal.aborted) return;
    const { isPlaying, hasStarted, rate } = player.state();
    follower.setVoice({ isOn: hasStarted, isPlaying });
    if (!hasStarted) return;
    const now = player.clock();
    let waitMs = MAX_CHECK_INTERVAL_MS;
    if (!containsTime(alignedSection, now)) {
      highlight(null);
      // The player reports often, so a failed request waits before it's sent again.
      if (performance.now() - failedAt > RETRY_DELAY_MS)
        pendingSearch ??= findSection(now).finally(() => (pendingSearch = null));
    } else {
      highlight(sentenceAt(alignedSection.sentences, now));
      const nextPoint = isPlaying ? pointAhead(alignedSection, now, rate) : null;
      if (nextPoint) void follower.ensureVisible(nextPoint);
      const changeMs = ((nextChangeAt(alignedSection.sentences, now) - now) / rate) * 1000;
      waitMs = Math.min(waitMs, Math.max(4, changeMs));
    }
    if (isPlaying) timer = setTimeout(update, waitMs);
  }

  function highlight(sentence: Sentence | null): void {
    if (sentence === highlightedSentence) return;
    highlightedSentence = sentence;
    follower.highlight(sentence && alignedSection && { section: alignedSection.section, ...sentence });
  }

  function pointAhead({ section, sentences, next }: AlignedSection, now: number, rate: number): TextPoint | null {
    // The end of the section stays visible until it was played.
    const leadSeconds = isAfterLast(sentences, now) ? SECTION_LEAD_SECONDS : PAGE_TURN_LEAD_SECONDS;
    if (next && now + leadSeconds * rate >= startOf(next.sentences))
      return { section: next.section, at: next.sentences[0]?.from ?? 0 };
    const textOffset = pointAt(sentences, now + PAGE_TURN_LEAD_SECONDS * rate);
    return textOffset === null ? null : { section, at: textOffset };
  }

  async function findSection(seconds: number): Promise<void> {
    try {
      let at = await sections.next((alignedSection?.section ?? guess.guessSection(seconds)) - 1);
      while (at && startOf(at.sentences) > seconds) at = await sections.next(at.section, -1);
      const isFirst = at === null;
      at ??= await sections.next(-1);
      let next = at && (await sections.next(at.section));
      while (next && startOf(next.sentences) <= seconds) {
        at = next;
        next = await sections.next(at.section);
      }
      alignedSection = at && { ...at, start: isFirst ? 0 : startOf(at.sentences), next };
      if (next) void sections.next(next.section).catch(() => null);
    } catch (error) {
      alignedSection = null;
      failedAt = performance.now();
      logProblem("Failed to load the aligned sentences", error);
    }
    update();
  }

  function playFrom(section: number, { start, from }: Pick<Sentence, "start" | "from">): void {
    alignedSection = null;
    player.seek(start);
    player.play();
    void follower.followTo({ section, at: from });
  }

  async function playFromPage(): Promise<void> {
    const firstSentence = await firstFromPage(view, sections).catch(() => null);
    const sentence = firstSentence?.sentences[firstSentence.index];
    if (firstSentence && sentence) return playFrom(firstSentence.section, sentence);
    player.seek(guess.guessSeconds());
    player.play();
  }

  async function isOnPage(): Promise<boolean> {
    const now = player.clock();
    if (!containsTime(alignedSection, now)) await findSection(now);
    const at = containsTime(alignedSection, now) ? pointAt(alignedSection.sentences, now) : null;
    return at !== null && alignedSection !== null && follower.shows({ section: alignedSection.section, at });
  }

  const unsubscribe = player.subscribe(update);
  document.addEventListener("visibilitychange", update, { signal: lifetime.signal });
  update();
  return {
    ...follower,
    toggle(): void {
      if (player.state().isPlaying) return player.pause();
      void isOnPage().then((isHere) => (isHere ? player.play() : playFromPage()));
    },
    tap({ section, map, point }) {
      if (!player.state().isPlaying) return false;
      const tapped = tappedSentence(map, sections.cached(section), point);
      // A tap on the current sentence shows or hides the bars.
      if (!tapped || tapped === highlightedSentence) return false;
      playFrom(section, tapped);
      return true;
    },
    end(): void {
      lifetime.abort();
      clearTimeout(timer);
      unsubscribe();
      follower.end();
    },
  } satisfies ReadAlong;
}

const startOf = ([first]: readonly Sentence[]) => first?.start ?? Number.POSITIVE_INFINITY;
const isAfterLast = (sentences: readonly Sentence[], now: number) => (sentences.at(-1)?.end ?? 0) <= now;

function containsTime(part: AlignedSection | null, seconds: number): part is AlignedSection {
  return part !== null && part.start <= seconds && seconds < startOf(part.next?.sentences ?? []);
}
