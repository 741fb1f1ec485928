import { type RefObject, useEffect, useRef } from "react";

/** Moves focus and scroll to the page's start, as a full page load would. */
export function useFocusOnNavigation(pathname: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
