/** In case a browser never reports a paint. */
const PAINT_TIMEOUT = 500;

/** Runs after the drawn sign-in page has painted; immediately without it, or when the page is hidden. */
export function afterPaint(run: () => void): void {
  const isDrawn = document.getElementById("root")?.firstElementChild;
  if (!isDrawn || document.visibilityState === "hidden") return run();
  const go = () => {
    observer.disconnect();
    clearTimeout(timer);
    run();
  };
  // first: WebKit reports an earlier paint before observe() returns
  const timer = setTimeout(go, PAINT_TIMEOUT);
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName("first-contentful-paint").length > 0) go();
  });
  observer.observe({ type: "paint", buffered: true });
}
