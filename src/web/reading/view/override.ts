/** Sets styles that win over the book's own. */
export function override(element: Element, styles: Record<string, string>): void {
  for (const [name, value] of Object.entries(styles))
    (element as HTMLElement | SVGElement).style.setProperty(name, value, "important");
}
