// Separate from retry.ts, which visitors load, too.

const FIRST_DELAY_MS = 10_000;
const DELAY_MAX_MS = 300_000;

type RetryOptions = {
  isFailing: () => boolean;
  subscribe: (listener: () => void) => () => void;
  flush: () => void;
};

export function retryWithBackoff({ isFailing, subscribe, flush }: RetryOptions): () => void {
  let delayMs = FIRST_DELAY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancelTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const tryAgain = () => {
    flush();
    delayMs = Math.min(delayMs * 2, DELAY_MAX_MS);
    timer = setTimeout(tryAgain, delayMs);
  };
  const unsubscribe = subscribe(() => {
    if (isFailing()) timer ??= setTimeout(tryAgain, delayMs);
    else {
      cancelTimer();
      delayMs = FIRST_DELAY_MS;
    }
  });
  return () => {
    unsubscribe();
    cancelTimer();
  };
}
