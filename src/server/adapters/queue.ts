type Limits = {
  concurrency: number;
  waitingLimit?: { max: number; error: () => Error };
};

export function createQueue({ concurrency, waitingLimit }: Limits) {
  let runningCount = 0;
  const queue: (() => void)[] = [];

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (runningCount < concurrency) runningCount += 1;
    else if (waitingLimit && queue.length >= waitingLimit.max) throw waitingLimit.error();
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      // hands over its slot, so that a new call can't overtake the queue
      const next = queue.shift();
      if (next) next();
      else runningCount -= 1;
    }
  };
}
