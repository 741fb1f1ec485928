/** The sound grows quieter for this long before the timer ends, in milliseconds. */
export const FADE_MS = 20_000;
export const SLEEP_MINUTES = [5, 10, 15, 30, 45, 60] as const;

/** `endsAt` in milliseconds since 1970, or the position in seconds at which the chapter ends. */
export type SleepTimer =
  | { kind: "minutes"; minutes: number; endsAt: number; fadeFrom: number | null }
  | { kind: "chapter"; endsAtPosition: number; fadeFrom: number | null };

/** What the player has to do now: `volume` is a factor 0 to 1. */
export type SleepStep =
  | { kind: "on"; timer: SleepTimer; volume: number; leftMs: number }
  /** Pause, and go back to where the fade began, so that nothing is slept through. */
  | { kind: "done"; rewindTo: number };

export function sleepInMinutes(minutes: number, now: number): SleepTimer {
  return { kind: "minutes", minutes, endsAt: now + minutes * 60_000, fadeFrom: null };
}

/** @param endsAtPosition end of the chapter that plays, in seconds */
export function sleepAtChapterEnd(endsAtPosition: number): SleepTimer {
  return { kind: "chapter", endsAtPosition, fadeFrom: null };
}

/** One look at the timer while the book plays. `now` in milliseconds, `position` in seconds. */
export function stepSleep(timer: SleepTimer, now: number, position: number, rate: number): SleepStep {
  const leftMs = Math.max(0, millisecondsLeft(timer, now, position, rate));
  const fadeFrom = leftMs <= FADE_MS ? (timer.fadeFrom ?? position) : null;
  if (leftMs === 0) return { kind: "done", rewindTo: Math.min(fadeFrom ?? position, position) };
  return { kind: "on", timer: { ...timer, fadeFrom }, volume: Math.min(1, leftMs / FADE_MS), leftMs };
}

/** The timer of minutes does not run while the book is paused: it is moved on by the pause. */
export function afterPause(timer: SleepTimer, pausedMs: number): SleepTimer {
  return timer.kind === "minutes" ? { ...timer, endsAt: timer.endsAt + Math.max(0, pausedMs) } : timer;
}

/** A jump ends a fade that has begun, and a chapter timer goes with the chapter that one jumps into. */
export function afterJump(timer: SleepTimer, chapterEnd: number): SleepTimer {
  return timer.kind === "chapter" ? sleepAtChapterEnd(chapterEnd) : { ...timer, fadeFrom: null };
}

function millisecondsLeft(timer: SleepTimer, now: number, position: number, rate: number): number {
  return timer.kind === "minutes" ? timer.endsAt - now : ((timer.endsAtPosition - position) / rate) * 1000;
}
