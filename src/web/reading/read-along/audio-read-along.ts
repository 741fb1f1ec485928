import type { Sentence } from "#contract/sentences.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import type { Player } from "#web/listening/player/player.ts";
import type { BookView } from "#web/reading/view/book-view.ts";

import { type AlongState, READ_ALONG_OFF, type ReadAlong } from "./along.ts";
import type { Follower } from "./follower.ts";
import {
  firstOnPage,
  nextChangeAt,
  pointAt,
  secondsAt,
  type SectionStore,
  sentenceAt,
  tappedSentence,
  type TextPoint,
} from "./sentence-at.ts";

/** Seconds, as heard, by which a page is turned ahead, and by which a section is shown that has to load. */
const PAGE_TURN_LEAD_SECONDS = 0.3;
const SECTION_AHEAD = 1.2;
/** Milliseconds until the next look, however far the next sentence is: a stalled sound comes late. */
const MAX_CHECK_INTERVAL_MS = 1000;
/** Milliseconds before sentences that couldn't be loaded are asked for again. */
const RETRY_MS = 5000;

/** A section that is heard, and the one after it. */
type Part = {
  section: number;
  sentences: readonly Sentence[];
  /** The first section begins with the sound. */
  start: number;
  next: { section: number; start: number; from: number } | null;
};
type Parts = {
  player: Pick<Player, "state" | "subscribe" | "clock" | "play" | "pause" | "seek">;
  follower: Follower;
  sections: SectionStore<Sentence>;
  view: Pick<BookView, "span" | "shown">;
  /** Where in the text to look first. */
  guessSection: (seconds: number) => number;
  /** Where to play from when no sentence of a page is known, in seconds. */
  guessSeconds: () => number;
};

/** Marks the sentence of the sound, turns pages along, and plays from a page or a sentence. */
export function createAudioReadAlong({ player, follower, sections, view, ...guess }: Parts) {
  const listeners = new Listeners();
  const life = new AbortController();
  let part: Part | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  let marked: Sentence | null = null;
  let state: AlongState = READ_ALONG_OFF;

  function tell(): void {
    const { playing, started } = player.state();
    const next = { isOn: started, isPlaying: playing, isAway: follower.isAway() };
    if (next.isOn === state.isOn && next.isPlaying === state.isPlaying && next.isAway === state.isAway) return;
    state = next;
    listeners.emit();
  }

  /** Marks what is heard now, and comes again when that changes. */
  function look(): void {
    clearTimeout(timer);
    if (life.signal.aborted) return;
    const { playing, started, rate } = player.state();
    if (!started) return;
    const now = player.clock();
    if (!isIn(part, now)) {
      mark(null);
      // what couldn't be loaded isn't asked for with each report of the player
      if (performance.now() - failedAt > RETRY_MS) looking ??= find(now).finally(() => (looking = null));
      if (playing) timer = setTimeout(look, MAX_CHECK_INTERVAL_MS);
      return;
    }
    mark(sentenceAt(part.sentences, now));
    const ahead = pointAhead(part, now, rate);
    if (!playing) return;
    if (ahead) void follower.keepInView(ahead);
    const wait = ((nextLook(part, now, rate) - now) / rate) * 1000;
    timer = setTimeout(look, Math.min(MAX_CHECK_INTERVAL_MS, Math.max(4, wait)));
  }

  function mark(sentence: Sentence | null): void {
    if (sentence === marked) return;
    marked = sentence;
    follower.mark(sentence && part && { section: part.section, ...sentence });
  }

  function pointAhead({ section, sentences, next }: Part, now: number, rate: number): TextPoint | null {
    // the last words stay in view until they were heard
    const before = isOver(sentences, now) ? SECTION_AHEAD : PAGE_TURN_LEAD_SECONDS;
    if (next && now + before * rate >= next.start) return { section: next.section, at: next.from };
    const at = pointAt(sentences, now + PAGE_TURN_LEAD_SECONDS * rate);
    return at === null ? null : { section, at };
  }

  /** The next sentence, the end of the page, or the next section. */
  function nextLook({ sentences, next }: Part, now: number, rate: number): number {
    const pageEnd = secondsAt(sentences, view.span()?.to ?? Number.POSITIVE_INFINITY) - PAGE_TURN_LEAD_SECONDS * rate;
    const begins = next?.start ?? Number.POSITIVE_INFINITY;
    const over = sentences.at(-1)?.end ?? 0;
    const times = [pageEnd, over, begins, begins - PAGE_TURN_LEAD_SECONDS * rate, begins - SECTION_AHEAD * rate];
    return Math.min(nextChangeAt(sentences, now), ...times.filter((time) => time > now));
  }

  /** Walks from the likely section to the one that is heard at a second. */
  async function find(seconds: number): Promise<void> {
    try {
      const guessed = part?.section ?? guess.guessSection(seconds);
      const own = await sections.of(guessed);
      let at = own.length > 0 ? { section: guessed, sentences: own } : await sections.next(guessed);
      while (at && startOf(at.sentences) > seconds) at = await sections.next(at.section, -1);
      const isFirst = at === null;
      at ??= await sections.next(-1);
      let next = at && (await sections.next(at.section));
      while (next && startOf(next.sentences) <= seconds) {
        at = next;
        next = await sections.next(at.section);
      }
      part = at && { ...at, start: isFirst ? 0 : startOf(at.sentences), next: next && beginningOf(next) };
      // so that the next one is found at once when it begins
      if (next) void sections.next(next.section).catch(() => null);
    } catch (error) {
      part = null;
      failedAt = performance.now();
      logProblem("The sentences that are heard couldn't be loaded", error);
    }
    look();
  }

  /** Plays from a sentence, which the page shows or will. */
  function playFrom(section: number, { start, from }: Pick<Sentence, "start" | "from">): void {
    part = null;
    player.seek(start);
    player.play();
    void follower.followTo({ section, at: from });
  }

  async function playFromPage(): Promise<void> {
    const section = view.shown()?.section ?? 0;
    const span = view.span() ?? { from: 0, to: Number.POSITIVE_INFINITY };
    const sentences = await sections.of(section).catch(() => []);
    const first = firstOnPage(sentences, span.from, span.to) ?? sentences.find(({ from }) => from >= span.from);
    if (first) return playFrom(section, first);
    const next = await sections.next(section).catch(() => null);
    const [later] = next?.sentences ?? [];
    if (next && later) return playFrom(next.section, later);
    player.seek(guess.guessSeconds());
    player.play();
  }

  async function isOnPage(): Promise<boolean> {
    const now = player.clock();
    if (!isIn(part, now)) await find(now);
    const at = isIn(part, now) ? pointAt(part.sentences, now) : null;
    return at !== null && part !== null && follower.shows({ section: part.section, at });
  }

  const stops = [player.subscribe(look), player.subscribe(tell), follower.subscribe(tell)];
  document.addEventListener("visibilitychange", look, { signal: life.signal });
  look();
  tell();
  return {
    state: () => state,
    subscribe: listeners.subscribe,
    toggle(): void {
      if (player.state().playing) return player.pause();
      void isOnPage().then((isHere) => (isHere ? player.play() : playFromPage()));
    },
    back: () => void follower.back(),
    tap({ section, map, point }) {
      if (!player.state().playing) return false;
      const tapped = tappedSentence(map, sections.known(section), point);
      // the bars come and go by a tap on what is heard
      if (!tapped || tapped === marked) return false;
      playFrom(section, tapped);
      return true;
    },
    end(): void {
      life.abort();
      clearTimeout(timer);
      for (const stop of stops) stop();
      follower.end();
    },
  } satisfies ReadAlong;
}

const startOf = ([first]: readonly Sentence[]) => first?.start ?? Number.POSITIVE_INFINITY;
function beginningOf({ section, sentences }: Pick<Part, "section" | "sentences">): NonNullable<Part["next"]> {
  return { section, start: startOf(sentences), from: sentences[0]?.from ?? 0 };
}
const isOver = (sentences: readonly Sentence[], now: number) => (sentences.at(-1)?.end ?? 0) <= now;

function isIn(part: Part | null, seconds: number): part is Part {
  return part !== null && part.start <= seconds && seconds < (part.next?.start ?? Number.POSITIVE_INFINITY);
}
