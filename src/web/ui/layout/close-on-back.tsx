import { useRef } from "react";

import { useCloseWatcher } from "#web/lib/hooks/use-close-watcher.ts";

/** For the items of an open menu, which has no function that closes it from within. */
export function CloseOnBack() {
  const marker = useRef<HTMLSpanElement>(null);
  const escape = () => new KeyboardEvent("keydown", { key: "Escape", bubbles: true });
  useCloseWatcher(true, () => marker.current?.dispatchEvent(escape()));
  return <span ref={marker} hidden />;
}
