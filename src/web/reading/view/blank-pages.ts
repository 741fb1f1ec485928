import type { Paginator } from "foliate-js/paginator.js";

/** Past a section's end the paginator shows a blank page until the next has loaded, and reports it as a place. */
export const isBlank = ({ scrolled, page, pages }: Paginator): boolean => !scrolled && (page < 1 || page > pages - 2);

/** Whether what the paginator shows can be saved: words of the section on the page, or the section's start. */
export function isPlace(element: Paginator, doc: Document | undefined, { collapsed, startContainer }: Range): boolean {
  if (isBlank(element) || !doc || startContainer.ownerDocument !== doc) return false;
  // a page without words, such as a wide picture, is reported as the section's start
  const isFirst = element.scrolled ? element.start < 2 : element.page === 1;
  return isFirst || !collapsed || startContainer !== doc.body;
}
