import { useEffect } from "react";
import { useLocation } from "react-router";

import { keepInView } from "#web/lib/browser/keep-in-view.ts";

/** Links such as /profile#password lead to their card and its first field, also from the same page. */
export function useFocusHashTarget(): void {
  const location = useLocation();
  useEffect(() => {
    const card = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    if (!card) return undefined;
    const field = card.matches("section") ? card.querySelector<HTMLElement>("form input") : null;
    (field ?? card).focus({ preventScroll: true });
    return keepInView(card);
  }, [location]);
}
