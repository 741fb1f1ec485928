type Guard = (event: Event) => void;

let guard: Guard | undefined;

/** Call it before creating the router: listeners for Back and Forward run in the order they were added. */
export function listenBeforeRouter(): void {
  addEventListener("popstate", (event) => guard?.(event));
}

/** A guard that calls `stopImmediatePropagation` hides the event from the router. */
export function guardHistory(next: Guard | undefined): void {
  guard = next;
}
