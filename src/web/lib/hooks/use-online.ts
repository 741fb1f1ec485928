import { useSyncExternalStore } from "react";

/** Whether the device has a network; the club may be out of reach all the same. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void) {
  const life = new AbortController();
  for (const name of ["online", "offline"]) addEventListener(name, listener, { signal: life.signal });
  return () => life.abort();
}
