import { useCallback, useEffect, useRef, useState } from "react";

import { readStored, store } from "#web/lib/device-storage.ts";

/** Milliseconds. */
const STAY = 2000;
const HINT_KEY = "reader.hint";

/**
 * The bars show for a moment as a book opens. After that they stay as a tap left them, while `isHeld`, and (by style)
 * while they have the keyboard's focus; a page turn hides them. `hasHint` until the first tap or turn on this device.
 */
export function useChrome(isHeld: boolean) {
  const [isShown, setShown] = useState(true);
  const [hasHint, setHint] = useState(() => readStored(HINT_KEY) === null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const showBriefly = useCallback(() => {
    setShown(true);
    timer.current = setTimeout(() => setShown(false), STAY);
  }, []);
  const show = useCallback(() => {
    clearTimeout(timer.current);
    setShown(true);
  }, []);
  const hide = useCallback(() => {
    clearTimeout(timer.current);
    setShown(false);
    setHint(false);
  }, []);
  const toggle = useCallback(() => {
    clearTimeout(timer.current);
    setShown((before) => !before);
    setHint(false);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!hasHint) store(HINT_KEY, "seen");
  }, [hasHint]);

  return { isShown: isShown || isHeld, hasHint, showBriefly, show, hide, toggle };
}
