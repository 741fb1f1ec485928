import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";
import { sendEachBook } from "#server/mail/ereader/ereader.ts";

import { runPeriodically } from "./run-periodically.ts";

const LOOK_EVERY_MS = 10 * 60 * 1000;

export function startSendingEbooks(deps: Deps): () => void {
  const look = () => sendEachBook(deps);
  return runPeriodically({ firstMs: LOOK_EVERY_MS, everyMs: LOOK_EVERY_MS }, look, (error) =>
    deps.log.error("books not sent to eReaders", { error: describeError(error) }),
  );
}
