import { useCallback, useEffect, useRef, useState } from "react";

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

const CHROME_HIDE_DELAY_MS = 2000;
const HINT_KEY = "reader.hint";

/**
 * Shows the bars briefly when a book opens. After that they stay as a tap set them, while `isPinned`, and (by CSS) while
 * they have focus; a page turn hides them. `hasHint` until the first tap or turn on this device.
 */
export function useChrome(isPinned: boolean) {
  const [isShown, setShown] = useState(true);
  const [hasHint, setHint] = useState(() => readStored(HINT_KEY) === null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUsed = useRef(false);

  const showBriefly = useCallback(() => {
    // Bars that render late must not cover a page that was turned in the meantime.
    if (isUsed.current) return;
    setShown(true);
    timer.current = setTimeout(() => setShown(false), CHROME_HIDE_DELAY_MS);
  }, []);
  const hideAfterFirstUse = useCallback(() => {
    isUsed.current = true;
    clearTimeout(timer.current);
  }, []);
  const show = useCallback(() => {
    hideAfterFirstUse();
    setShown(true);
  }, [hideAfterFirstUse]);
  const hide = useCallback(() => {
    hideAfterFirstUse();
    setShown(false);
    setHint(false);
  }, [hideAfterFirstUse]);
  const toggle = useCallback(() => {
    hideAfterFirstUse();
    setShown((before) => !before);
    setHint(false);
  }, [hideAfterFirstUse]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!hasHint) writeStored(HINT_KEY, "seen");
  }, [hasHint]);

  return { isShown: isShown || isPinned, hasHint, showBriefly, show, hide, toggle };
}
