import { useEffect, useEffectEvent } from "react";

/** Android's back button closes what is open instead of leaving the page. */
export function useCloseWatcher(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !globalThis.CloseWatcher) return undefined;
    const watcher = new globalThis.CloseWatcher();
    watcher.addEventListener("close", () => close());
    return () => watcher.destroy();
  }, [isOpen]);
}
