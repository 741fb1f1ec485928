import { useOnReturn } from "#web/lib/use-on-return.ts";

/** Clears the badge a notification put on the app's icon, whenever the app is looked at. */
export function useAppBadge(): void {
  useOnReturn(() => {
    if ("clearAppBadge" in navigator) navigator.clearAppBadge().catch(() => undefined);
  });
}
