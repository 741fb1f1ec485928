import { useEffect } from "react";
import { useLocation } from "react-router";

/** Scrolls to the card of the address's hash and focuses its first field, also in closed details. */
export function useFocusHashTarget(): void {
  const location = useLocation();
  useEffect(() => {
    const card = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    if (!card) return undefined;
    openDetailsAround(card);
    const field = card.matches("section") ? card.querySelector<HTMLElement>("form input") : null;
    (field ?? card).focus({ preventScroll: true });
    return scrollIntoViewUntilInput(card);
  }, [location]);
}

export function openDetailsAround(element: Element): void {
  for (let details = element.closest("details"); details; details = details.parentElement?.closest("details") ?? null)
    details.open = true;
}

/** Scrolls there again while the page above grows, until the user interacts. @returns stops it */
export function scrollIntoViewUntilInput(element: HTMLElement): () => void {
  const resizeObserver = new ResizeObserver(() => element.scrollIntoView());
  const stopObserving = () => resizeObserver.disconnect();
  resizeObserver.observe(document.body);
  for (const eventName of ["wheel", "pointerdown", "keydown"])
    addEventListener(eventName, stopObserving, { once: true });
  return stopObserving;
}
