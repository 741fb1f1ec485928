import { codePoints } from "#contract/text-length.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import type { BookView } from "#web/reading/view/book-view.ts";

import type { Follower } from "./follower.ts";
import type { ReadAlong } from "./read-along.ts";
import { firstFromPage, type SentenceStore, tappedSentence } from "./sentence-lookup.ts";
import type { Speech } from "./speech.ts";
import type { TextSentence } from "./text-sentences.ts";

type SpeechPosition = { section: number; sentences: readonly TextSentence[]; index: number };
type ReadAloudParts = {
  speech: Speech;
  follower: Follower;
  sections: SentenceStore<TextSentence>;
  view: Pick<BookView, "span" | "shown">;
  rate: () => number;
  onFail: () => void;
};

/** Reads aloud with speech synthesis, sentence by sentence. */
export function createReadAloud({ speech, follower, sections, view, rate, onFail }: ReadAloudParts): ReadAlong {
  const lifetime = new AbortController();
  let currentPosition: SpeechPosition | null = null;
  let isPlaying = false;
  /** An earlier request that is still loading is dropped. */
  let requestId = 0;

  function setPlaying(value: boolean): void {
    isPlaying = value;
    follower.setVoice({ isOn: currentPosition !== null || isPlaying, isPlaying });
  }
  function pause(): void {
    requestId += 1;
    speech.stop();
    if (isPlaying) setPlaying(false);
  }

  /** `find` resolves to null at the end of the book. */
  async function play(find: () => Promise<SpeechPosition | null>, isRequested: boolean): Promise<void> {
    requestId += 1;
    const request = requestId;
    setPlaying(true);
    try {
      const position = await find();
      if (request !== requestId) return;
      if (position) await speakSentence(position, isRequested);
      else finish();
    } catch (error) {
      if (request !== requestId) return;
      logProblem("Failed to load the text to read aloud", error);
      pause();
      onFail();
    }
  }

  async function speakSentence(next: SpeechPosition, isAsked: boolean): Promise<void> {
    const request = requestId;
    currentPosition = next;
    const { section, sentences, index } = next;
    const sentence = sentences[index];
    if (!sentence) return;
    const { from, to, text } = sentence;
    follower.highlight({ section, from, to, sure: true });
    await (isAsked ? follower.followTo({ section, at: from }) : follower.ensureVisible({ section, at: from }));
    if (request !== requestId) return;
    speech.speak(text, rate(), {
      onWord: (unit) => void follower.ensureVisible({ section, at: from + codePoints(text.slice(0, unit)) }),
      onEnd: () => void play(() => nextPosition(next), false),
      onFail: () => {
        pause();
        onFail();
      },
    });
  }

  async function nextPosition({ section, sentences, index }: SpeechPosition): Promise<SpeechPosition | null> {
    if (index + 1 < sentences.length) return { section, sentences, index: index + 1 };
    const next = await sections.next(section);
    return next && { ...next, index: 0 };
  }

  function finish(): void {
    currentPosition = null;
    follower.highlight(null);
    setPlaying(false);
  }

  function isOnScreen({ section, sentences, index }: SpeechPosition): boolean {
    const { from = 0, to = 1 } = sentences[index] ?? {};
    return follower.shows({ section, at: from }) || follower.shows({ section, at: to - 1 });
  }
  const onVisible = () => {
    const interrupted = currentPosition;
    if (!document.hidden && isPlaying && interrupted && speech.isSilent()) void play(async () => interrupted, false);
  };
  document.addEventListener("visibilitychange", onVisible, { signal: lifetime.signal });
  addEventListener("pagehide", pause, { signal: lifetime.signal });

  return {
    ...follower,
    toggle(): void {
      if (isPlaying) return pause();
      speech.unlock();
      const paused = currentPosition;
      void play(paused && isOnScreen(paused) ? async () => paused : () => firstFromPage(view, sections), true);
    },
    tap({ section, map, point }) {
      const sentences = sections.cached(section);
      const tapped = isPlaying ? tappedSentence(map, sentences, point) : null;
      const index = tapped ? sentences.indexOf(tapped) : -1;
      const isSame = currentPosition?.section === section && currentPosition.index === index;
      // A tap on the current sentence shows or hides the bars.
      if (index < 0 || isSame) return false;
      void play(async () => ({ section, sentences, index }), true);
      return true;
    },
    end(): void {
      lifetime.abort();
      pause();
      follower.end();
    },
  };
}
