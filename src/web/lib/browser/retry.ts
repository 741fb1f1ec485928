/** The work's result within a time in milliseconds. @throws Error with `message` when it takes longer */
export function withTimeout<T>(milliseconds: number, work: Promise<T>, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const RETRY_MS = 3000;

/** Loads a non-essential part of the page, retrying until it succeeds, so that being offline doesn't break the page. */
export async function retryImport<T>(fetchPart: () => Promise<T>, retryMs = RETRY_MS): Promise<T> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

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
