import { Dialog } from "@headlessui/react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";

import { useTimeout } from "#web/lib/hooks/use-timeout.ts";

type Props = { isOpen?: boolean; onClose: () => void; "aria-label"?: string; children: ReactNode };

/** What dialogs and sheets share. Android's back button closes it instead of leaving the page. */
export function Modal({ isOpen = true, onClose, ...props }: Props) {
  const dialog = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !globalThis.CloseWatcher) return undefined;
    const watcher = new globalThis.CloseWatcher();
    watcher.addEventListener("close", () => close());
    return () => watcher.destroy();
  }, [isOpen]);
  // On touch screens the dialog takes the focus itself.
  useTimeout(() => dialog.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), isOpen ? 0 : null);
  // not by `open`: a dialog that closes while it fades in would stay, invisible, and block the page
  return isOpen && <Dialog ref={dialog} open onClose={onClose} className="relative z-50" {...props} />;
}
