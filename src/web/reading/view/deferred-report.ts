import type { Move } from "./destination.ts";

export type Shown = { range: Range; section: number; how: Move };

/** Reports what is shown after the paint, and once for several layouts: counting and saving can wait. */
export function createDeferredReport(tell: (shown: Shown) => void, signal: AbortSignal) {
  let untold: Shown | null = null;
  const tellNow = () => {
    const latest = untold;
    untold = null;
    if (latest) tell(latest);
  };
  // no frame comes once the page is hidden
  addEventListener("pagehide", tellNow, { signal, capture: true });
  document.addEventListener("visibilitychange", tellNow, { signal, capture: true });

  return {
    later(shown: Shown): void {
      const isAwaited = untold !== null;
      untold = { ...shown, how: untold && shown.how === "layout" ? untold.how : shown.how };
      if (!isAwaited) requestAnimationFrame(() => setTimeout(tellNow));
    },
  };
}
