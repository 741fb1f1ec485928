import type { Player } from "./player.ts";

const FIRST = 10_000;
const LONGEST = 300_000;

type Retried = Pick<Player, "state" | "subscribe" | "flush"> & {
  waitingBookmarks: Pick<Player["waitingBookmarks"], "all" | "subscribe">;
};

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
