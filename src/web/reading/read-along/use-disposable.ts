import { useState, useSyncExternalStore } from "react";

import { Listeners } from "#web/lib/browser/listeners.ts";

/** State for an object that an effect creates outside React and disposes. */
export function useDisposable<Value>(): readonly [value: Value | null, set: (value: Value | null) => void] {
  const [{ subscribe, get, set }] = useState(() => createStore<Value>());
  return [useSyncExternalStore(subscribe, get), set];
}

function createStore<Value>() {
  const listeners = new Listeners();
  let current: Value | null = null;
  return {
    subscribe: listeners.subscribe,
    get: () => current,
    set: (value: Value | null) => {
      current = value;
      listeners.emit();
    },
  };
}
