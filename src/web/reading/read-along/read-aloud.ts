import { Listeners } from "#web/lib/browser/listeners.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import type { BookView } from "#web/reading/view/book-view.ts";

import { READ_ALONG_OFF, type ReadAlong } from "./along.ts";
import type { Follower } from "./follower.ts";
import { firstOnPage, type SectionStore, tappedSentence } from "./sentence-at.ts";
import type { Speech } from "./speech.ts";
import type { TextSentence } from "./text-sentences.ts";

type Here = { section: number; sentences: readonly TextSentence[]; index: number };
type Parts = {
  speech: Speech;
  follower: Follower;
  sections: SectionStore<TextSentence>;
  view: Pick<BookView, "span" | "shown">;
  /** Of the voice; 1 is its own. */
  rate: () => number;
  onFail: () => void;
};

/** A voice of the browser reads the book, sentence by sentence, and pages turn along. */
export function createReadAloud({ speech, follower, sections, view, rate, onFail }: Parts): ReadAlong {
  const listeners = new Listeners();
  const life = new AbortController();
  let here: Here | null = null;
  let isPlaying = false;
  let state = READ_ALONG_OFF;
  /** Of the latest press: what an earlier one still loads is dropped. */
  let press = 0;
  const tell = () => {
    state = { isOn: here !== null || isPlaying, isPlaying, isAway: follower.isAway() };
    listeners.emit();
  };
  const stopHearing = follower.subscribe(tell);

  function setPlaying(now: boolean): void {
    isPlaying = now;
    tell();
  }
  function pause(): void {
    press += 1;
    speech.stop();
    if (isPlaying) setPlaying(false);
  }

  /** Begins with what `find` gives; null for the end of the book. */
  async function play(find: () => Promise<Here | null>, isAsked: boolean): Promise<void> {
    press += 1;
    const own = press;
    setPlaying(true);
    try {
      const found = await find();
      if (own !== press) return;
      if (found) await say(found, isAsked);
      else finish();
    } catch (error) {
      if (own !== press) return;
      logProblem("The text to read aloud couldn't be loaded", error);
      pause();
      onFail();
    }
  }

  async function say(next: Here, isAsked: boolean): Promise<void> {
    const own = press;
    here = next;
    const { section, sentences, index } = next;
    const sentence = sentences[index];
    if (!sentence) return;
    const { from, to, text } = sentence;
    follower.mark({ section, from, to, sure: true });
    await (isAsked ? follower.followTo({ section, at: from }) : follower.keepInView({ section, at: from }));
    if (own !== press) return;
    speech.speak(text, rate(), {
      onWord: (unit) => void follower.keepInView({ section, at: from + codePointLength(text.slice(0, unit)) }),
      onEnd: () => void play(() => after(next), false),
      onFail: () => {
        pause();
        onFail();
      },
    });
  }

  async function after({ section, sentences, index }: Here): Promise<Here | null> {
    if (index + 1 < sentences.length) return { section, sentences, index: index + 1 };
    const next = await sections.next(section);
    return next && { ...next, index: 0 };
  }

  function finish(): void {
    here = null;
    follower.mark(null);
    setPlaying(false);
  }

  async function firstShown(): Promise<Here | null> {
    const section = view.shown()?.section ?? 0;
    const span = view.span() ?? { from: 0, to: Number.POSITIVE_INFINITY };
    const sentences = await sections.of(section);
    const first = firstOnPage(sentences, span.from, span.to) ?? sentences.find(({ from }) => from >= span.from);
    if (first) return { section, sentences, index: sentences.indexOf(first) };
    const next = await sections.next(section);
    return next && { ...next, index: 0 };
  }

  function isShown({ section, sentences, index }: Here): boolean {
    const { from = 0, to = 1 } = sentences[index] ?? {};
    return follower.shows({ section, at: from }) || follower.shows({ section, at: to - 1 });
  }
  const onShown = () => {
    const lost = here;
    if (!document.hidden && isPlaying && lost && speech.isSilent()) void play(async () => lost, false);
  };
  document.addEventListener("visibilitychange", onShown, { signal: life.signal });
  addEventListener("pagehide", pause, { signal: life.signal });

  return {
    state: () => state,
    subscribe: listeners.subscribe,
    toggle(): void {
      if (isPlaying) return pause();
      speech.begin();
      const paused = here;
      void play(paused && isShown(paused) ? async () => paused : firstShown, true);
    },
    back: () => void follower.back(),
    tap({ section, map, point }) {
      const sentences = sections.known(section);
      const tapped = isPlaying ? tappedSentence(map, sentences, point) : null;
      const index = tapped ? sentences.indexOf(tapped) : -1;
      const isSame = here?.section === section && here.index === index;
      // the bars come and go by a tap on what is read
      if (index < 0 || isSame) return false;
      void play(async () => ({ section, sentences, index }), true);
      return true;
    },
    end(): void {
      life.abort();
      stopHearing();
      pause();
      follower.end();
    },
  };
}

/** Code points. */
const codePointLength = (text: string) => Array.from(text).length;
