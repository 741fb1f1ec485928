import { useEffect, useEffectEvent } from "react";

/** Runs when mounted, and each time the page comes back to the front. */
export function useOnReturn(run: () => void): void {
  const onReturn = useEffectEvent(run);
  useEffect(() => {
    const look = () => document.hidden || onReturn();
    look();
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, []);
}
