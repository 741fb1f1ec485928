import { useEffect, useEffectEvent } from "react";

/** Browsers fire a longer timer at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export function useTimeout<Key>(run: (key: Key | undefined) => void, ms: number | null, key?: Key): void {
  const onEnd = useEffectEvent(run);
  useEffect(() => {
    if (ms === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number) => {
      const step = Math.min(left, TIMER_MAX_MS);
      timer = setTimeout(() => (left > step ? wait(left - step) : onEnd(key)), step);
    };
    wait(ms);
    return () => clearTimeout(timer);
  }, [ms, key]);
}
