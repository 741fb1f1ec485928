import type { Deps } from "#server/deps.ts";
import { copyNewFilesToBucket } from "#server/storage/move-media.ts";

const MINUTE_MS = 60_000;
/** After a fault: a large book that can't be stored shouldn't be sent over and over. */
const RETRY_MS = 60 * MINUTE_MS;

/** With MEDIA=s3, copies to the bucket what was uploaded, soon after. @returns a function that stops it */
export function startCopying(deps: Deps): () => void {
  if (deps.config.media !== "s3") return () => {};
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  const look = async () => {
    const isCopied = await copyNewFilesToBucket(deps);
    if (!isStopped) start(isCopied ? MINUTE_MS : RETRY_MS);
  };
  const start = (ms: number) => {
    timer = setTimeout(() => void look(), ms);
    timer.unref();
  };
  start(0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
