import { type RefObject, useEffect } from "react";

const LAYOUT_DELAY_MS = 200;
const PRESSABLE = ":is(a[href], button, summary, input, select, textarea)";

/** Keeps the pointed or focused element, else most of the page, at its place on the screen. */
export function useScrollAnchoring(page: RefObject<HTMLElement | null>, isChanging: boolean): void {
  useEffect(() => {
    const root = page.current;
    if (!root || !isChanging) return;
    let positions = new Map<Element, number>();
    let scrolled = scrollY;
    const recordPositions = () => {
      scrolled = scrollY;
      positions = new Map([...root.querySelectorAll(PRESSABLE)].map((element) => [element, topOf(element) + scrolled]));
    };
    const restorePosition = () => {
      const moves = [...positions].flatMap(([element, top]) => {
        const wasSeen = top >= scrolled && top < scrolled + innerHeight;
        return wasSeen && element.isConnected ? [{ element, by: topOf(element) - (top - scrolled) }] : [];
      });
      const pointed = moves.find(({ element }) => element.matches(":hover, :focus-visible"));
      const by = pointed?.by ?? mostCommon(moves.map((move) => Math.round(move.by)));
      if (Math.round(by) !== 0) scrollBy({ top: by, behavior: "instant" });
      recordPositions();
    };
    const rememberScroll = () => void (scrolled = scrollY);
    recordPositions();
    const changes = new MutationObserver(restorePosition);
    changes.observe(root, { subtree: true, childList: true, characterData: true });
    addEventListener("scroll", rememberScroll, { passive: true });
    const stop = () => {
      removeEventListener("scroll", rememberScroll);
      changes.disconnect();
    };
    return () => void setTimeout(stop, LAYOUT_DELAY_MS);
  }, [page, isChanging]);
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;

function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}
