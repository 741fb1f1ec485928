import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

const LAYOUT_DELAY_MS = 200;
/** Meanwhile a page stays at its top, because nobody can have aimed at anything on it yet. */
const OPENING_MS = 1000;
const PRESSABLE = ":is(a[href], button, summary, input, select, textarea)";

/** Keeps the pointed or focused element, else most of the page, at its place on the screen. */
export function useScrollAnchoring(page: RefObject<HTMLElement | null>, isChanging: boolean): void {
  const { pathname } = useLocation();
  const opening = useRef({ pathname: "", at: 0 });
  useEffect(() => {
    if (opening.current.pathname !== pathname) opening.current = { pathname, at: Date.now() };
  }, [pathname]);
  useEffect(() => {
    const root = page.current;
    if (!root || !isChanging) return;
    let positions = new Map<Element, number>();
    let scrollTop = scrollY;
    const recordPositions = () => {
      scrollTop = scrollY;
      positions = new Map(
        [...root.querySelectorAll(PRESSABLE)].map((element) => [element, topOf(element) + scrollTop]),
      );
    };
    const restorePosition = () => {
      const shifts = [...positions].flatMap(([element, top]) => {
        const wasSeen = top >= scrollTop && top < scrollTop + innerHeight;
        return wasSeen && element.isConnected ? [{ element, shift: topOf(element) - (top - scrollTop) }] : [];
      });
      const target = shifts.find(({ element }) => element.matches(":hover, :focus-visible"));
      const isOpening = scrollTop === 0 && Date.now() - opening.current.at < OPENING_MS;
      const shift = target?.shift ?? (isOpening ? 0 : findMode(shifts.map((move) => Math.round(move.shift))));
      if (Math.round(shift) !== 0) scrollBy({ top: shift, behavior: "instant" });
      recordPositions();
    };
    const rememberScroll = () => void (scrollTop = scrollY);
    recordPositions();
    const observer = new MutationObserver(restorePosition);
    observer.observe(root, { subtree: true, childList: true, characterData: true });
    addEventListener("scroll", rememberScroll, { passive: true });
    const stopObserving = () => {
      removeEventListener("scroll", rememberScroll);
      observer.disconnect();
    };
    return () => void setTimeout(stopObserving, LAYOUT_DELAY_MS);
  }, [page, isChanging]);
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;

function findMode(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [commonest] = [...counts].toSorted(([, one], [, other]) => other - one);
  return commonest?.[0] ?? 0;
}
