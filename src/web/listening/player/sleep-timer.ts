export const SLEEP_FADE_MS = 20_000;
export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60] as const;

/** `leftMs` counts playing time; `endsAtPosition` is in seconds. */
export type SleepTimer =
  | { kind: "minutes"; leftMs: number; fadeFrom: number | null }
  | { kind: "chapter"; endsAtPosition: number; fadeFrom: number | null };

type SleepStep =
  | { kind: "on"; timer: SleepTimer; volume: number }
  /** Pause and rewind to where the fade began, so that the listener misses nothing. */
  | { kind: "done"; rewindTo: number };

export function sleepInMinutes(minutes: number): SleepTimer {
  return { kind: "minutes", leftMs: minutes * 60_000, fadeFrom: null };
}

export function sleepAtChapterEnd(endsAtPosition: number): SleepTimer {
  return { kind: "chapter", endsAtPosition, fadeFrom: null };
}

export function stepSleep(timer: SleepTimer, playedMs: number, position: number, rate: number): SleepStep {
  const leftMs = Math.max(0, remainingMs(timer, playedMs, position, rate));
  const fadeFrom = leftMs <= SLEEP_FADE_MS ? (timer.fadeFrom ?? position) : null;
  if (leftMs === 0) return { kind: "done", rewindTo: Math.min(fadeFrom ?? position, position) };
  const next = timer.kind === "minutes" ? { ...timer, leftMs, fadeFrom } : { ...timer, fadeFrom };
  return { kind: "on", timer: next, volume: Math.min(1, leftMs / SLEEP_FADE_MS) };
}

/** A jump ends a fade, and moves a chapter timer to the end of the new chapter. */
export function adjustAfterJump(timer: SleepTimer, chapterEnd: number): SleepTimer {
  return timer.kind === "chapter" ? sleepAtChapterEnd(chapterEnd) : { ...timer, fadeFrom: null };
}

function remainingMs(timer: SleepTimer, playedMs: number, position: number, rate: number): number {
  return timer.kind === "minutes" ? timer.leftMs - playedMs : ((timer.endsAtPosition - position) / rate) * 1000;
}
