import { Dialog } from "@headlessui/react";
import { type ReactNode, useRef } from "react";

import { useCloseWatcher } from "#web/lib/hooks/use-close-watcher.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";

type Props = { isOpen?: boolean; onClose: () => void; "aria-label"?: string; children: ReactNode };

/** What dialogs and sheets share. */
export function Modal({ isOpen = true, onClose, ...props }: Props) {
  const dialog = useRef<HTMLElement>(null);
  useCloseWatcher(isOpen, onClose);
  // On touch screens the dialog takes the focus itself.
  useTimeout(() => dialog.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus(), isOpen ? 0 : null);
  // not by `open`: a dialog that closes while it fades in would stay, invisible, and block the page
  return isOpen && <Dialog ref={dialog} open onClose={onClose} className="relative z-50" {...props} />;
}
