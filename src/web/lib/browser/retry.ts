/** From `beforeunload` for the next page to come; a download opens none. */
export const LEAVING_MS = 3000;

export function withTimeout<T>(timeoutMs: number, work: Promise<T>, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  });
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer));
}

const RETRY_DELAY_MS = 3000;

export async function retryImport<T>(fetchPart: () => Promise<T>, retryMs = RETRY_DELAY_MS): Promise<T> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

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
