import { useEffect, useEffectEvent } from "react";

/** Browsers fire a longer timer at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export function useTimeout<Key>(run: (key: Key | undefined) => void, ms: number | null, key?: Key): void {
  const onEnd = useEffectEvent(run);
  useEffect(() => {
    if (ms === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const schedule = (remainingMs: number) => {
      const stepMs = Math.min(remainingMs, TIMER_MAX_MS);
      timer = setTimeout(() => (remainingMs > stepMs ? schedule(remainingMs - stepMs) : onEnd(key)), stepMs);
    };
    schedule(ms);
    return () => clearTimeout(timer);
  }, [ms, key]);
}
