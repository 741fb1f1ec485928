type Guard = (event: Event) => void;

let guard: Guard | undefined;

/**
 * Lets a page hear of Back and Forward before the router does. Call it before the router is made: browsers call
 * window's listeners for this event in the order in which they were added, whatever phase they ask for.
 */
export function listenBeforeRouter(): void {
  addEventListener("popstate", (event) => guard?.(event));
}

/** Sets who hears of Back and Forward first; with `stopImmediatePropagation` the router never does. */
export function guardHistory(next: Guard | undefined): void {
  guard = next;
}
