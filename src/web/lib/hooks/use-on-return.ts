import { useEffect, useEffectEvent } from "react";

/** Runs when mounted (`isOpening`), and each time the page comes back to the front. */
export function useOnReturn(run: (isOpening: boolean) => void): void {
  const onReturn = useEffectEvent(run);
  useEffect(() => {
    const look = () => document.hidden || onReturn(false);
    if (!document.hidden) onReturn(true);
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, []);
}
