import { useEffect, useReducer } from "react";

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

export const CHROME_HIDE_DELAY_MS = 2000;
const HINT_KEY = "reader.hint";

/** `isUsed` after the first tap, turn or prompt, from which on the bars don't hide themselves. */
type Chrome = { isShown: boolean; hasHint: boolean; isUsed: boolean };
type ChromeAction = "show" | "hide" | "toggle" | "time out";
export type OnChrome = (action: ChromeAction) => void;

/** The same object if nothing changes, because each page turn and pointer move comes here. */
function reduce(chrome: Chrome, action: ChromeAction): Chrome {
  if (action === "time out") return chrome.isUsed || !chrome.isShown ? chrome : { ...chrome, isShown: false };
  const isShown = action === "show" || (action === "toggle" && !chrome.isShown);
  const hasHint = action === "show" && chrome.hasHint;
  const isUnchanged = chrome.isUsed && isShown === chrome.isShown && hasHint === chrome.hasHint;
  return isUnchanged ? chrome : { isShown, hasHint, isUsed: true };
}

/**
 * Shows the bars briefly when a book opens. After that they stay as a tap set them, while `isPinned`, and (by CSS) while
 * they have focus; a page turn hides them. `hasHint` until the first tap or turn on this device.
 */
export function useChrome(isPinned: boolean) {
  const [{ isShown, hasHint }, onChrome] = useReducer(reduce, null, () => ({
    isShown: true,
    hasHint: readStored(HINT_KEY) === null,
    isUsed: false,
  }));
  useEffect(() => {
    if (!hasHint) writeStored(HINT_KEY, "seen");
  }, [hasHint]);
  return { isShown: isShown || isPinned, hasHint, onChrome };
}
