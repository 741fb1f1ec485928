import { Listeners } from "#web/lib/browser/listeners.ts";

import { READ_ALONG_OFF, type ReadAlongState } from "./read-along.ts";

/** A voice's state. Notifies subscribers only of changes. */
export function createAlongState() {
  const listeners = new Listeners();
  let state = READ_ALONG_OFF;
  return {
    state: () => state,
    subscribe: listeners.subscribe,
    setState(next: ReadAlongState): void {
      if (next.isOn === state.isOn && next.isPlaying === state.isPlaying && next.isAway === state.isAway) return;
      state = next;
      listeners.emit();
    },
  };
}
