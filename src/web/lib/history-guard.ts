type Guard = (event: Event) => void;

let guard: Guard | undefined;

/** Call it before creating the router: listeners for Back and Forward run in the order they were added. */
export function listenBeforeRouter(): void {
  addEventListener("popstate", (event) => guard?.(event));
}

/** With `stopImmediatePropagation` the router never hears of it. */
export function guardHistory(next: Guard | undefined): void {
  guard = next;
}
