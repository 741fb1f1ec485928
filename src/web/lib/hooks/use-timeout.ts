import { useEffect, useEffectEvent } from "react";

/** 24 days. Browsers fire a longer timer at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** A longer delay ends after 24 days, so `run` must look at the clock. */
export function useTimeout<Key>(run: (key: Key | undefined) => void, delayMs: number | null, key?: Key): void {
  const onEnd = useEffectEvent(run);
  useEffect(() => {
    if (delayMs === null) return undefined;
    const timer = setTimeout(() => onEnd(key), Math.min(delayMs, TIMER_MAX_MS));
    return () => clearTimeout(timer);
  }, [delayMs, key]);
}
