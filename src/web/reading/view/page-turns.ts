import type { Paginator } from "foliate-js/paginator.js";

export type Direction = "next" | "previous";

type Options = {
  /** Called when a turn is requested, because a queued turn must not close a panel that was opened after it. */
  onTurn: () => void;
  turn: (direction: Direction) => Promise<void>;
};

/**
 * Queues turns, so that none is lost during a slide, and other moves, because a move that starts while a section loads
 * would remove its frame. Only the latest turn is animated fully.
 */
export function createPageTurns(element: Pick<Paginator, "hurried">, { onTurn, turn }: Options) {
  let waitingCount = 0;
  let lastMove: Promise<unknown> = Promise.resolve();
  const skipSlide = () => void (element.hurried = waitingCount > 1);
  function enqueue(move: () => Promise<void>): Promise<void> {
    const moveDone = lastMove.then(move);
    lastMove = moveDone.catch(() => undefined);
    return moveDone;
  }
  return {
    enqueue,
    async turn(direction: Direction): Promise<void> {
      onTurn();
      waitingCount += 1;
      skipSlide();
      try {
        await enqueue(() => turn(direction));
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
