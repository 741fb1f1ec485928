import { useCallback, useEffect, useRef, useState } from "react";

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

/** Milliseconds. */
const CHROME_HIDE_DELAY_MS = 2000;
const HINT_KEY = "reader.hint";

/**
 * The bars show for a moment as a book opens. After that they stay as a tap left them, while `isHeld`, and (by style)
 * while they have the keyboard's focus; a page turn hides them. `hasHint` until the first tap or turn on this device.
 */
export function useChrome(isHeld: boolean) {
  const [isShown, setShown] = useState(true);
  const [hasHint, setHint] = useState(() => readStored(HINT_KEY) === null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUsed = useRef(false);

  const showBriefly = useCallback(() => {
    // bars that are drawn late don't cover a page that was turned meanwhile
    if (isUsed.current) return;
    setShown(true);
    timer.current = setTimeout(() => setShown(false), CHROME_HIDE_DELAY_MS);
  }, []);
  const take = useCallback(() => {
    isUsed.current = true;
    clearTimeout(timer.current);
  }, []);
  const show = useCallback(() => {
    take();
    setShown(true);
  }, [take]);
  const hide = useCallback(() => {
    take();
    setShown(false);
    setHint(false);
  }, [take]);
  const toggle = useCallback(() => {
    take();
    setShown((before) => !before);
    setHint(false);
  }, [take]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!hasHint) writeStored(HINT_KEY, "seen");
  }, [hasHint]);

  return { isShown: isShown || isHeld, hasHint, showBriefly, show, hide, toggle };
}
