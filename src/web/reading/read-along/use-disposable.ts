import { useState, useSyncExternalStore } from "react";

import { Listeners } from "#web/lib/browser/listeners.ts";

/** What an effect makes outside React, and ends. */
export function useDisposable<Made>(): readonly [made: Made | null, hold: (made: Made | null) => void] {
  const [{ subscribe, get, hold }] = useState(() => createHolder<Made>());
  return [useSyncExternalStore(subscribe, get), hold];
}

function createHolder<Made>() {
  const listeners = new Listeners();
  let held: Made | null = null;
  return {
    subscribe: listeners.subscribe,
    get: () => held,
    hold: (made: Made | null) => {
      held = made;
      listeners.emit();
    },
  };
}
