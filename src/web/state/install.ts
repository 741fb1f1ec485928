import { atom, getDefaultStore, useAtomValue } from "jotai";

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

/** Fired by Chrome and Edge when the app can be installed; missing from TypeScript's DOM types. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

const KEY = "install-hint";

const offerAtom = atom<InstallEvent | null>(null);
const isDismissedAtom = atom(false);

// Registered before the first render, because it's fired once per page load.
addEventListener("beforeinstallprompt", (event) => getDefaultStore().set(offerAtom, event as InstallEvent));

/**
 * How the app can be installed here: by the browser's prompt, or by the share menu. Null if it can't, or after the hint
 * was dismissed.
 */
export function useInstallMethod(): "prompt" | "share" | null {
  const offer = useAtomValue(offerAtom);
  const isDismissed = useAtomValue(isDismissedAtom);
  if (isDismissed || readStored(KEY) !== null || matchMedia("(display-mode: standalone)").matches) return null;
  if (offer) return "prompt";
  // iPads report that they're Macs.
  const isApple =
    /\biP(?:hone|ad|od)\b/.test(navigator.userAgent) ||
    (navigator.userAgent.includes("Mac OS X") && navigator.maxTouchPoints > 1);
  return isApple ? "share" : null;
}

export function dismissInstallHint(): void {
  getDefaultStore().set(isDismissedAtom, true);
  writeStored(KEY, "answered");
}

export async function install(): Promise<void> {
  await getDefaultStore().get(offerAtom)?.prompt();
  getDefaultStore().set(offerAtom, null);
  dismissInstallHint();
}
