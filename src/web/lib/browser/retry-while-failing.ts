const FIRST = 10_000;
const LONGEST = 300_000;

type Retried = {
  isFailing: () => boolean;
  /** Calls `look` after every change. */
  subscribe: (look: () => void) => () => void;
  flush: () => void;
};

export function retryWithBackoff({ isFailing, subscribe, flush }: Retried): () => void {
  let wait = FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const again = () => {
    flush();
    wait = Math.min(wait * 2, LONGEST);
    timer = setTimeout(again, wait);
  };
  const unsubscribe = subscribe(() => {
    if (isFailing()) timer ??= setTimeout(again, wait);
    else {
      stop();
      wait = FIRST;
    }
  });
  return () => {
    unsubscribe();
    stop();
  };
}
