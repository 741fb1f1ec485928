import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from "react";

export function useListener<Name extends keyof WindowEventMap>(
  name: Name,
  run: (event: WindowEventMap[Name]) => void,
  isOn = true,
): void {
  const onEvent = useEffectEvent(run);
  // So that no event after the first paint is missed.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: WindowEventMap[Name]) => onEvent(event);
    addEventListener(name, listen);
    return () => removeEventListener(name, listen);
  }, [name, isOn]);
}

export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}

function subscribe(listener: () => void) {
  const lifetime = new AbortController();
  for (const name of ["online", "offline"]) addEventListener(name, listener, { signal: lifetime.signal });
  return () => lifetime.abort();
}
