/** Lays a drawing over a page of a fixed size, whose frame is scaled; `redraw` follows text that flows in it. */
export function attachOverlay(doc: Document, layer: { element: Element; redraw: () => void }): void {
  const frame = doc.defaultView?.frameElement as HTMLElement | null | undefined;
  const around = frame?.parentElement;
  if (!frame || !around) return;
  const drawing = layer.element as SVGSVGElement;
  const fit = () => {
    // nothing had a size before
    layer.redraw();
    const { width, height, transform, transformOrigin } = frame.style;
    Object.assign(drawing.style, { width, height, transform, transformOrigin });
  };
  around.style.position = "relative";
  around.append(drawing);
  // it ends with the page's frame
  new ResizeObserver(fit).observe(around);
  doc.addEventListener("scroll", () => layer.redraw(), true);
}
