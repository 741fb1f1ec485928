import { atom, getDefaultStore, useAtomValue } from "jotai";

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

/** Of Chrome and Edge; missing from TypeScript's DOM types. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

const DISMISSED_KEY = "install-hint";

const installEventAtom = atom<InstallEvent | null>(null);
const isDismissedAtom = atom(false);

// It's fired once per page load, perhaps before the first render.
addEventListener("beforeinstallprompt", (event) => getDefaultStore().set(installEventAtom, event as InstallEvent));

/** Null if it can't be installed, or after the hint was dismissed. */
export function useInstallMethod(): "prompt" | "share" | null {
  const offer = useAtomValue(installEventAtom);
  const isDismissed = useAtomValue(isDismissedAtom);
  if (isDismissed || readStored(DISMISSED_KEY) !== null || matchMedia("(display-mode: standalone)").matches)
    return null;
  if (offer) return "prompt";
  // iPads claim to be Macs.
  const isApple =
    /\biP(?:hone|ad|od)\b/.test(navigator.userAgent) ||
    (navigator.userAgent.includes("Mac OS X") && navigator.maxTouchPoints > 1);
  return isApple ? "share" : null;
}

export function dismissInstallHint(): void {
  getDefaultStore().set(isDismissedAtom, true);
  writeStored(DISMISSED_KEY, "answered");
}

export async function install(): Promise<void> {
  await getDefaultStore().get(installEventAtom)?.prompt();
  getDefaultStore().set(installEventAtom, null);
  dismissInstallHint();
}
