import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

const LOOK_EVERY_MS = 10 * 60 * 1000;

/** Sends each month's eBook to e-readers. @returns a function that stops it */
export function startEreaders(deps: Deps): () => void {
  let running = false;
  const look = async () => {
    if (running) return;
    running = true;
    try {
      await (await import("#server/ereader/ereader.ts")).sendEachBook(deps);
    } catch (error) {
      deps.log.error("books not sent to e-readers", { error: describeError(error) });
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
