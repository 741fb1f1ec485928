import type { Move } from "./destination.ts";

export type ShownRange = { range: Range; section: number; move: Move };

/** Reports the visible range after the paint, once for several layouts. */
export function createDeferredReport(report: (range: ShownRange) => void, signal: AbortSignal) {
  let pending: ShownRange | null = null;
  const reportNow = () => {
    const latestRange = pending;
    pending = null;
    if (latestRange) report(latestRange);
  };
  // Hidden pages get no animation frames.
  addEventListener("pagehide", reportNow, { signal, capture: true });
  document.addEventListener("visibilitychange", reportNow, { signal, capture: true });

  return {
    defer(range: ShownRange): void {
      const isScheduled = pending !== null;
      pending = { ...range, move: pending && range.move === "layout" ? pending.move : range.move };
      if (!isScheduled) requestAnimationFrame(() => setTimeout(reportNow));
    },
  };
}
