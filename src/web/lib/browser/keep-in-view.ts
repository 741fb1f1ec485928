/**
 * Scrolls to an element, again while the page above it still grows, until the reader does something.
 * @returns a function that stops it
 */
export function keepInView(element: HTMLElement): () => void {
  const growing = new ResizeObserver(() => element.scrollIntoView());
  const stop = () => growing.disconnect();
  growing.observe(document.body);
  for (const act of ["wheel", "pointerdown", "keydown"]) addEventListener(act, stop, { once: true });
  return stop;
}
