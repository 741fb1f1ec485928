import type { SaveReason } from "#contract/progress.ts";
import type { FetchedProgress } from "#web/api/progress.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";
import type { OpenedProgress } from "#web/progress/progress-syncs.ts";
import { toServerPosition } from "#web/progress/send-save.ts";

import type { AudioEvents, AudioSource } from "./audio-source.ts";
import { currentChapter, isFinished, nextStart, previousStart } from "./chapters.ts";
import { initialState, type PlayedBook, type PlayerState } from "./player-state.ts";
import { storeRate, storeVolume } from "./preferences.ts";
import { adjustAfterJump, sleepAtChapterEnd, sleepInMinutes, stepSleep } from "./sleep-timer.ts";
import { rewindSeconds } from "./smart-rewind.ts";
import { cycleSpeed, toSpeed } from "./speed.ts";

export const SKIP_SECONDS = 30;
const AUTOSAVE_MS = 3000;
/** Jumps of at least this length can be undone. */
const UNDO_FROM_SECONDS = 60;
const UNDO_MS = 30_000;
const REWOUND_NOTICE_MS = 8000;

const MIN_PLAYED_SECONDS = 1;

const MIN_AUDIBLE_VOLUME = 0.5;

type PlayerParts = {
  book: PlayedBook;
  findUrl: () => Promise<string>;
  createAudio: (events: AudioEvents) => AudioSource;
  /** Null for an EPUB's own audio, whose position is the text's. */
  progress: { open: () => OpenedProgress; fetch: () => Promise<FetchedProgress | null> } | null;
  now?: () => number;
  elapsed?: () => number;
};

export type Player = ReturnType<typeof createPlayer>;

export function createPlayer(parts: PlayerParts) {
  const { book, now = Date.now, elapsed = () => performance.now() } = parts;
  const { chapters } = book;
  const listeners = new Listeners();
  let savedAt = 0;
  /** On any device, in milliseconds since 1970. */
  let pausedAt: number | null = null;
  let lastStepAt = 0;
  let isUntouched = true;
  let startedFrom = 0;
  let state = initialState(book);

  const progressSync = parts.progress?.open();
  const unsubscribe = progressSync?.subscribe(() => {
    if (progressSync.status() !== state.saving) set({ saving: progressSync.status() });
  });
  const audio = parts.createAudio({
    onPosition: (position) => {
      if (state.phase === "loading" || isPastEnd(position)) return;
      set({ position: clamp(position) });
      if (state.undo && elapsed() - state.undo.at > UNDO_MS) set({ undo: null });
      if (state.rewound && elapsed() - state.rewound.at > REWOUND_NOTICE_MS) set({ rewound: null });
      if (!state.isPlaying) return;
      markFinishedAtEnd();
      if (elapsed() - savedAt >= AUTOSAVE_MS) save("tick");
      stepTimer();
    },
    // The server's duration is exact; browsers estimate it.
    onDuration: (duration) => {
      if (book.audiobookSeconds === null) set({ duration: Math.max(duration, state.isPlaying ? state.duration : 0) });
    },
    onPlaying: (playing) => {
      if (playing === state.isPlaying) return;
      if (playing) {
        isUntouched = false;
        savedAt = elapsed();
        lastStepAt = savedAt;
        set({ isPlaying: playing, hasStarted: true });
        return;
      }
      pausedAt = now();
      set({ isPlaying: playing, rewound: null });
      save("pause");
    },
    onEnded: () => {
      if (!isFinished(state.position, state.duration)) return;
      markFinishedAtEnd();
      save("end");
    },
    onWaiting: (waiting) => set({ isWaiting: waiting }),
    onBroken: (broken) => set({ isBroken: broken, ...(broken ? {} : { isWaiting: false }) }),
  });

  /** After the book's end, browsers play something else than they report. */
  function isPastEnd(position: number): boolean {
    return state.duration > 0 && position > state.duration + 1;
  }

  /** A jump to the end doesn't count. */
  function markFinishedAtEnd() {
    const hasPlayed = state.position - startedFrom >= MIN_PLAYED_SECONDS;
    if (hasPlayed && !state.hasFinished && isFinished(state.position, state.duration)) set({ hasFinished: true });
  }

  function set(change: Partial<PlayerState>) {
    state = { ...state, ...change };
    listeners.emit();
  }

  function save(reason: SaveReason) {
    if (state.phase === "loading" || isUntouched) return;
    savedAt = elapsed();
    progressSync?.save(currentPosition(), reason);
  }

  const currentPosition = () => ({ position: Math.max(0, Math.floor(state.position)), locator: null });

  function stepTimer() {
    if (!state.sleep) return;
    const playedMs = elapsed() - lastStepAt;
    lastStepAt += playedMs;
    const step = stepSleep(state.sleep, playedMs, state.position, state.rate);
    if (step.kind === "on") {
      set({ sleep: step.timer });
      audio.setVolume(state.volume * step.volume, state.muted);
      return;
    }
    set({ sleep: null });
    audio.pause();
    moveTo(step.rewindTo);
    audio.setVolume(state.volume, state.muted);
    save("pause");
  }

  /** A stored position may be after the end if a shorter recording replaced the file. */
  const clamp = (position: number) => Math.min(Math.max(0, position), state.duration || Infinity);

  function moveTo(position: number): number {
    const target = clamp(position);
    startedFrom = target;
    set({ position: target });
    audio.seek(target);
    return target;
  }

  function jumpTo(position: number) {
    if (state.phase === "loading") return;
    isUntouched = false;
    const positionBefore = state.position;
    const target = moveTo(position);
    set({ hasFinished: false, rewound: null });
    const isFar = Math.abs(target - positionBefore) >= UNDO_FROM_SECONDS;
    if (isFar) set({ undo: { position: positionBefore, at: elapsed() } });
    if (state.sleep) {
      const end = currentChapter(chapters, target, state.duration)?.end ?? state.duration;
      set({ sleep: adjustAfterJump(state.sleep, end) });
      audio.setVolume(state.volume, state.muted);
    }
    save("seek");
  }

  function rewind(target: number) {
    const from = state.position;
    if (target === 0 || from === 0) return;
    const seconds = Math.ceil(from - moveTo(from - target));
    set({ rewound: { seconds, at: elapsed() } });
  }

  function play() {
    if (state.phase === "loading" || state.isPlaying) return;
    const pausedMs = pausedAt === null ? 0 : now() - pausedAt;
    const isAtEnd = state.duration > 0 && state.position >= state.duration - 1;
    if (isAtEnd) jumpTo(0);
    else rewind(rewindSeconds(pausedMs));
    pausedAt = null;
    audio.play();
  }

  function setRate(rate: number) {
    const speed = toSpeed(rate);
    set({ rate: speed });
    audio.setRate(speed);
    storeRate(book.id, speed);
  }

  function setVolume(volume: number, muted: boolean) {
    set({ volume, muted });
    audio.setVolume(volume, muted);
    storeVolume(volume);
  }

  return {
    book,
    state: () => state,
    subscribe: listeners.subscribe,
    /** Exact; the position in `state` is up to a quarter of a second late. */
    clock: () => (state.isPlaying && !state.isBroken ? clamp(audio.position()) : state.position),
    async load() {
      const startPosition = await progressSync?.start(async () => {
        const progress = (await parts.progress?.fetch()) ?? null;
        if (progress?.updatedAt) pausedAt = Date.parse(progress.updatedAt);
        return progress && toServerPosition(progress);
      });
      const position = clamp(startPosition?.position ?? 0);
      audio.setRate(state.rate);
      audio.setVolume(state.volume, state.muted);
      await audio.load(parts.findUrl, position);
      startedFrom = position;
      set({ phase: "ready", position });
    },
    preload: () => audio.preload(),
    play,
    pause: () => audio.pause(),
    toggle: () => (state.isPlaying ? audio.pause() : play()),
    seek: jumpTo,
    skip: (seconds: number) => jumpTo(state.position + seconds),
    previousChapter: () => jumpTo(previousStart(chapters, state.position)),
    nextChapter: () => {
      const start = nextStart(chapters, state.position);
      if (start !== null) jumpTo(start);
    },
    undo: () => {
      if (!state.undo) return;
      jumpTo(state.undo.position);
      set({ undo: null });
    },
    setRate,
    cycleRate: () => setRate(cycleSpeed(state.rate)),
    setVolume,
    toggleMute: () => {
      const { volume, muted } = state;
      setVolume(volume || MIN_AUDIBLE_VOLUME, volume > 0 && !muted);
    },
    setSleep(choice: number | "chapter" | null) {
      if (choice === null) audio.setVolume(state.volume, state.muted);
      const end = currentChapter(chapters, state.position, state.duration)?.end ?? state.duration;
      const timer = choice === "chapter" ? sleepAtChapterEnd(end) : choice && sleepInMinutes(choice);
      lastStepAt = elapsed();
      set({ sleep: timer || null });
    },
    update: (progress: FetchedProgress) => progressSync?.update(toServerPosition(progress)),
    chooseOffer(choice: "go" | "stay") {
      const chosen = progressSync?.chooseOffer(choice);
      if (chosen && choice === "go") moveTo(chosen.position);
    },
    save,
    saveNow() {
      if (state.phase === "loading" || isUntouched) return;
      progressSync?.leave(currentPosition());
    },
    end() {
      unsubscribe?.();
      progressSync?.end();
      audio.end();
      listeners.clear();
    },
  };
}
