/** Lets a lower room wake a higher one without importing it. */
export type Bell = {
  /** Can be called in a transaction: the listener runs after it. Nothing happens while nobody listens. */
  ring: (afterMs?: number) => void;
  /** Replaces an earlier listener. */
  listen: (listener: () => void) => void;
};

export function createBell(): Bell {
  let listener: (() => void) | null = null;
  return {
    ring: (afterMs = 0) => {
      if (listener) setTimeout(() => listener?.(), afterMs).unref();
    },
    listen: (next) => {
      listener = next;
    },
  };
}
