/** What Chrome and Edge offer when the app can be installed; TypeScript's DOM types lack it. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

const KEY = "install-hint";

let offer: InstallEvent | null = null;
let isDone = false;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

// before anything is drawn: it comes once per page load
addEventListener("beforeinstallprompt", (event) => {
  offer = event as InstallEvent;
  tell();
});

export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * How the app can be installed here: by the browser's own prompt, or by the share menu. Null if not, or once answered.
 */
export function installWay(): "prompt" | "share" | null {
  if (isDone || wasAnswered() || matchMedia("(display-mode: standalone)").matches) return null;
  if (offer) return "prompt";
  // iPads say they're Macs
  const isApple =
    /\biP(?:hone|ad|od)\b/.test(navigator.userAgent) ||
    (navigator.userAgent.includes("Mac OS X") && navigator.maxTouchPoints > 1);
  return isApple ? "share" : null;
}

export function endInstallHint(): void {
  isDone = true;
  try {
    localStorage.setItem(KEY, "answered");
  } catch {
    // storage refused: it's over for this visit
  }
  tell();
}

export async function install(): Promise<void> {
  await offer?.prompt();
  offer = null;
  endInstallHint();
}

function wasAnswered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}
