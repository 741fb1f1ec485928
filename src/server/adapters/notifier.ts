/** Lets a lower room wake a higher one without importing it. */
export type Notifier = {
  /** Can be called in a transaction: the listener runs after it. Nothing happens while nobody listens. */
  notify: (afterMs?: number) => void;
  /** Replaces an earlier listener. */
  listen: (listener: () => void) => void;
};

export function createNotifier(): Notifier {
  let listener: (() => void) | null = null;
  return {
    notify: (afterMs = 0) => {
      if (listener) setTimeout(() => listener?.(), afterMs).unref();
    },
    listen: (next) => {
      listener = next;
    },
  };
}
