import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";
import { Listeners } from "#web/lib/browser/listeners.ts";

/** Fired by Chrome and Edge when the app can be installed; missing from TypeScript's DOM types. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

const KEY = "install-hint";

let offer: InstallEvent | null = null;
let isDismissed = false;
const listeners = new Listeners();

// Registered before the first render, because it's fired once per page load.
addEventListener("beforeinstallprompt", (event) => {
  offer = event as InstallEvent;
  listeners.emit();
});

export const onInstallChange = listeners.subscribe;

/**
 * How the app can be installed here: by the browser's prompt, or by the share menu. Null if it can't, or after the hint
 * was dismissed.
 */
export function installMethod(): "prompt" | "share" | null {
  if (isDismissed || wasDismissed() || matchMedia("(display-mode: standalone)").matches) return null;
  if (offer) return "prompt";
  // iPads report that they're Macs.
  const isApple =
    /\biP(?:hone|ad|od)\b/.test(navigator.userAgent) ||
    (navigator.userAgent.includes("Mac OS X") && navigator.maxTouchPoints > 1);
  return isApple ? "share" : null;
}

export function dismissInstallHint(): void {
  isDismissed = true;
  writeStored(KEY, "answered");
  listeners.emit();
}

export async function install(): Promise<void> {
  await offer?.prompt();
  offer = null;
  dismissInstallHint();
}

const wasDismissed = (): boolean => readStored(KEY) !== null;
