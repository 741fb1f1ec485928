type Guard = (event: Event) => void;

let guard: Guard | undefined;

/**
 * Lets a page handle Back and Forward before the router. Call it before creating the router: listeners run in the order
 * they were added.
 */
export function listenBeforeRouter(): void {
  addEventListener("popstate", (event) => guard?.(event));
}

/** With `stopImmediatePropagation` the router never hears of it. */
export function guardHistory(next: Guard | undefined): void {
  guard = next;
}
