import type { Paginator } from "foliate-js/paginator.js";

export type Direction = "next" | "previous";

type Options = {
  /** Called when a turn is requested, because a queued turn must not close what was opened after it. */
  onTurn: () => void;
  turn: (direction: Direction) => Promise<void>;
};

/** Queues turns, so that none is lost during a slide. Only the latest is animated fully. */
export function createPageTurns(element: Pick<Paginator, "hurried">, { onTurn, turn }: Options) {
  let waitingCount = 0;
  let lastTurn: Promise<unknown> = Promise.resolve();
  const skipSlide = () => void (element.hurried = waitingCount > 1);
  return {
    async turn(direction: Direction): Promise<void> {
      onTurn();
      waitingCount += 1;
      skipSlide();
      const turnDone = lastTurn.then(() => turn(direction));
      lastTurn = turnDone.catch(() => undefined);
      try {
        await turnDone;
      } finally {
        waitingCount -= 1;
        skipSlide();
      }
    },
    isTurning: () => waitingCount > 0,
    /** A touch finishes the slide, so that it starts from the target page. */
    onTouchStart: () => void (element.hurried = true),
    onTouchEnd: skipSlide,
  };
}
