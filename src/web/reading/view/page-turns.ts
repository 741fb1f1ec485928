import type { Paginator } from "foliate-js/paginator.js";

export type Direction = "next" | "previous";

/**
 * Turns one page after another, so that none is lost while the last one slides; only the latest slide is shown whole.
 */
export function createPageTurns(element: Pick<Paginator, "hurried">, turn: (direction: Direction) => Promise<void>) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const hurry = () => void (element.hurried = waiting > 1);
  return {
    async turn(direction: Direction): Promise<void> {
      waiting += 1;
      hurry();
      const turned = last.then(() => turn(direction));
      last = turned.catch(() => undefined);
      try {
        await turned;
      } finally {
        waiting -= 1;
        hurry();
      }
    },
    isTurning: () => waiting > 0,
    /** A finger that comes down takes the page where the slide was going. */
    onTouchStart: () => void (element.hurried = true),
    onTouchEnd: hurry,
  };
}
