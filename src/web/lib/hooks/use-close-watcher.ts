import { useEffect, useEffectEvent } from "react";

/** Android's back button closes what is open instead of leaving the page. */
export function useCloseWatcher(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = globalThis;
    if (!isOpen || !CloseWatcher) return undefined;
    let watcher: InstanceType<typeof CloseWatcher>;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener("close", () => {
        close();
        // what asks before it closes is still open
        watch();
      });
    };
    watch();
    return () => watcher.destroy();
  }, [isOpen]);
}
