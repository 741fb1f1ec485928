import type { Paginator } from "foliate-js/paginator.js";

export type Direction = "next" | "previous";

type Parts = {
  /** Called as a turn is asked for: one that waits mustn't close what was opened after it. */
  onTurn: () => void;
  turn: (direction: Direction) => Promise<void>;
};

/**
 * Turns one page after another, so that none is lost while the last one slides; only the latest slide is shown whole.
 */
export function createPageTurns(element: Pick<Paginator, "hurried">, { onTurn, turn }: Parts) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const hurry = () => void (element.hurried = waiting > 1);
  return {
    async turn(direction: Direction): Promise<void> {
      onTurn();
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
