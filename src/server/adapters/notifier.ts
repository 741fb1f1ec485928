/** Lets a module notify one above it, which it can't import. */
export type Notifier = {
  notify: (afterMs?: number) => void;
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
