import { useCallback, useEffect, useRef, useState } from "react";

const STAY = 2000;

/** Bars hide after two seconds unless held. */
export function useChrome(isHeld: boolean) {
  const [isShown, setShown] = useState(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const bars = useRef<HTMLDivElement>(null);

  const hideLater = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // someone is about to press a button
      if (!bars.current?.querySelector("[data-bar] :focus-visible")) setShown(false);
    }, STAY);
  }, []);
  const show = useCallback(() => {
    setShown(true);
    hideLater();
  }, [hideLater]);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(false);
  }, []);
  const toggle = useCallback(() => {
    setShown((before) => !before);
    hideLater();
  }, [hideLater]);

  useEffect(() => {
    if (isHeld) clearTimeout(timer.current);
    else hideLater();
    return () => clearTimeout(timer.current);
  }, [isHeld, hideLater]);

  return { bars, isShown: isShown || isHeld, show, hide, toggle };
}
