import type { Player } from "./player.ts";

/** Milliseconds until a save that failed is tried again for the first time. */
const FIRST = 10_000;
/** And at most, as each try that fails doubles the wait. */
const LONGEST = 300_000;

type Retried = Pick<Player, "state" | "subscribe" | "flush"> & {
  waitingBookmarks: Pick<Player["waitingBookmarks"], "all" | "subscribe">;
};

/**
 * Sends again what failed, also while nothing plays and so nothing new is saved: a server that comes back gets the place
 * without anybody's doing. Gives the function that ends it.
 */
export function retryWhileFailing(player: Retried): () => void {
  const { waitingBookmarks } = player;
  let wait = FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const again = () => {
    player.flush();
    wait = Math.min(wait * 2, LONGEST);
    timer = setTimeout(again, wait);
  };
  const look = () => {
    if (!player.state().sync.failing && waitingBookmarks.all().length === 0) {
      stop();
      wait = FIRST;
    } else timer ??= setTimeout(again, wait);
  };
  const endings = [player.subscribe(look), waitingBookmarks.subscribe(look)];
  return () => {
    for (const end of endings) end();
    stop();
  };
}
