import { useEffect } from "react";
import { useLocation } from "react-router";

/** Links such as /profile#password lead to their card and its first field, also in a closed section or from the same page. */
export function useFocusHashTarget(): void {
  const location = useLocation();
  useEffect(() => {
    const card = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    if (!card) return undefined;
    openDetailsAround(card);
    const field = card.matches("section") ? card.querySelector<HTMLElement>("form input") : null;
    (field ?? card).focus({ preventScroll: true });
    return keepInView(card);
  }, [location]);
}

/** Shows an element that closed details hide. */
export function openDetailsAround(element: Element): void {
  for (let details = element.closest("details"); details; details = details.parentElement?.closest("details") ?? null)
    details.open = true;
}

/**
 * Scrolls to an element, again while the page above it still grows, until the reader does something.
 * @returns a function that stops it
 */
export function keepInView(element: HTMLElement): () => void {
  const growing = new ResizeObserver(() => element.scrollIntoView());
  const stop = () => growing.disconnect();
  growing.observe(document.body);
  for (const onGrowth of ["wheel", "pointerdown", "keydown"]) addEventListener(onGrowth, stop, { once: true });
  return stop;
}
