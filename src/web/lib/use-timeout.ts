import { useEffect, useEffectEvent } from "react";

/** The longest that a browser waits; anything above ends at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Runs once after `ms`, starting over when `ms` or `key` changes; never for null. */
export function useTimeout<Key>(run: (key: Key | undefined) => void, ms: number | null, key?: Key): void {
  const onEnd = useEffectEvent(run);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(() => onEnd(key), Math.min(ms, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [ms, key]);
}
