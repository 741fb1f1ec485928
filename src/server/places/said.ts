import type { PlaceKey } from "#db/progress.ts";
import type { Deps } from "#server/deps.ts";

/** From this age on, what a member said can't be taken back. */
const SETTLED_MS = 60_000;

/** How far a member says they've read; a slip can be corrected within a minute (BEYOND 6). Call it in a transaction. */
export function say(deps: Deps, key: PlaceKey, fraction: number, saidAt = deps.clock.now().toISOString()): void {
  deps.stores.reading.say(key, { fraction, saidAt, settled: settledBy(deps, key) });
}

/** Takes back what was said at that time, unless it stood for a minute. Call it in a transaction. */
export function takeBack(deps: Deps, key: PlaceKey, saidAt: string): void {
  const said = deps.stores.reading.findSaid(key);
  if (said?.saidAt !== saidAt) return;
  const settled = settledBy(deps, key);
  deps.stores.reading.say(key, { fraction: settled, saidAt, settled });
}

function settledBy(deps: Deps, key: PlaceKey): number {
  const before = deps.stores.reading.findSaid(key);
  const stood = before !== null && deps.clock.now().getTime() - Date.parse(before.saidAt) >= SETTLED_MS;
  return Math.max(before?.settled ?? 0, stood ? before.fraction : 0);
}
