import type { Page } from "playwright-core";

/** A font that loads late may move a line by a fraction of a pixel. */
export const INVISIBLE_SHIFT = 0.001;

export function shiftOf(visitor: Page): Promise<number> {
  return visitor.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
          ),
        ).observe({ type: "layout-shift", buffered: true });
        // without a shift the observer never fires
        setTimeout(() => resolve(0), 300);
      }),
  );
}
