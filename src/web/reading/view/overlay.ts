/** Adds an overlay to a fixed-layout page, whose frame is scaled. */
export function attachOverlay(doc: Document, layer: { element: Element; redraw: () => void }): void {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined;
  const container = frame?.parentElement;
  if (!frame || !container) return;
  const drawing = layer.element as SVGSVGElement;
  const fitToFrame = () => {
    // Elements have a size only now.
    layer.redraw();
    const { width, height, transform, transformOrigin } = frame.style;
    Object.assign(drawing.style, { width, height, transform, transformOrigin });
  };
  container.style.position = "relative";
  container.append(drawing);
  // The observer is collected with the page's frame.
  new ResizeObserver(fitToFrame).observe(container);
  doc.addEventListener("scroll", () => layer.redraw(), true);
}
