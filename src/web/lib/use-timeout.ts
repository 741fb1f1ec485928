import { useEffect, useEffectEvent } from "react";

/** Runs once after `ms`, starting over when `ms` or `key` changes; never for null. */
export function useTimeout<Key>(run: (key: Key | undefined) => void, ms: number | null, key?: Key): void {
  const onEnd = useEffectEvent(run);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(() => onEnd(key), ms);
    return () => clearTimeout(timer);
  }, [ms, key]);
}
