import { useEffect, useEffectEvent } from "react";

/** Browsers fire a longer timer at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export function useTimeout<Key>(run: (key: Key | undefined) => void, delayMs: number | null, key?: Key): void {
  const onEnd = useEffectEvent(run);
  useEffect(() => {
    if (delayMs === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const schedule = (remainingMs: number) => {
      const stepMs = Math.min(remainingMs, TIMER_MAX_MS);
      timer = setTimeout(() => (remainingMs > stepMs ? schedule(remainingMs - stepMs) : onEnd(key)), stepMs);
    };
    schedule(delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, key]);
}
