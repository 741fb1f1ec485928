import { useEffect } from "react";

/** Takes off the badge that a notification put on the app's icon, whenever the app is looked at. */
export function useAppBadge(): void {
  useEffect(() => {
    const clear = () => {
      if (document.visibilityState === "visible" && "clearAppBadge" in navigator)
        navigator.clearAppBadge().catch(() => undefined);
    };
    clear();
    document.addEventListener("visibilitychange", clear);
    return () => document.removeEventListener("visibilitychange", clear);
  }, []);
}
