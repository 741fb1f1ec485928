import { queryAllByLabelText, queryAllByRole, queryAllByText } from "@testing-library/dom";

import type { Point } from "./driver.ts";

/** How to find an element: by its role and name, its label, or its text. */
export type ElementQuery = { by: "role"; role: string; name?: Name } | { by: "label" | "text"; name: Name };
/** The complete text, or a pattern. */
export type Name = string | { pattern: string; flags: string };

// Runs in the page; `device.ts` bundles it.
const matcher = (name: Name) => (typeof name === "string" ? name : new RegExp(name.pattern, name.flags));

function all(query: ElementQuery): HTMLElement[] {
  const { body } = document;
  if (query.by === "role") {
    const options = query.name === undefined ? {} : { name: matcher(query.name) };
    return queryAllByRole(body, query.role, options);
  }
  const name = matcher(query.name);
  const candidates =
    query.by === "label" ? queryAllByLabelText(body, name) : queryAllByText(body, name, { ignore: "script, style" });
  return candidates.filter((element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true);
}

/** Visible elements. */
function shown(query: ElementQuery): HTMLElement[] {
  return all(query).filter(
    (element) => element.getClientRects().length > 0 && !element.closest("[inert]") && !isTransparent(element),
  );
}

/** In a dialog that is still fading in and will move. A field may be transparent itself. */
function isTransparent({ parentElement }: Element): boolean {
  if (!parentElement) return false;
  return getComputedStyle(parentElement).opacity === "0" || isTransparent(parentElement);
}

/** A point of the element that a click would reach, after scrolling; null while it is covered or moves. */
async function aim(query: ElementQuery, share: number): Promise<Point | null> {
  const firstPoint = pointOf(query, share);
  await nextFrame();
  await nextFrame();
  const laterPoint = pointOf(query, share);
  return firstPoint?.x === laterPoint?.x && firstPoint?.y === laterPoint?.y ? laterPoint : null;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

function pointOf(query: ElementQuery, share: number): Point | null {
  for (const element of shown(query)) {
    if (element.matches(":disabled, [aria-disabled=true]")) continue;
    const point = hitOf(element, share);
    if (point) return point;
    // outside of the window, or behind a bar
    element.scrollIntoView({ block: "center", inline: "center" });
    const laterHit = hitOf(element, share);
    if (laterHit) return laterHit;
  }
  return null;
}

function hitOf(element: HTMLElement, share: number): Point | null {
  const { left, top, width, height } = element.getBoundingClientRect();
  const point = { x: left + width * share, y: top + height / 2 };
  const hit = document.elementFromPoint(point.x, point.y);
  const isHit = hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest("label") !== null);
  return isHit && !isCover(hit, element) ? point : null;
}

/** The page's root contains everything, and is hit if the element is covered or there is nothing. */
const isCover = (hit: Element, element: HTMLElement) => !element.contains(hit) && hit.matches("body, html, main");

/** Focuses a field and selects its text, so that typing replaces it; sets a date or time, as WebDriver does. */
function focus(query: ElementQuery, text: string): "typed" | "set" | null {
  const field = shown(query).find((element) => !element.matches(":disabled"));
  if (!field) return null;
  field.scrollIntoView({ block: "center" });
  field.focus();
  if (field instanceof HTMLInputElement && ["date", "time"].includes(field.type)) {
    // bypasses React, which remembers the value that it set
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return "set";
  }
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  return document.activeElement === field ? "typed" : null;
}

Object.assign(globalThis, { journey: { shown, aim, focus } });
