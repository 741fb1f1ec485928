import { describeError } from "#server/adapters/log.ts";
import type { Deps } from "#server/deps.ts";

import { repeat } from "./repeat.ts";

const LOOK_EVERY_MS = 10 * 60 * 1000;

export function startSendingEbooks(deps: Deps): () => void {
  const look = async () => (await import("#server/ereader/ereader.ts")).sendEachBook(deps);
  return repeat({ firstMs: LOOK_EVERY_MS, everyMs: LOOK_EVERY_MS }, look, (error) =>
    deps.log.error("books not sent to eReaders", { error: describeError(error) }),
  );
}
