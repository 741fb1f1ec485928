import { DialogPanel, DialogTitle } from "@headlessui/react";
import { X } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";

import { IconButton } from "#web/ui/forms/icon-button.tsx";

import { Modal } from "./modal.tsx";

type Props = { isOpen?: boolean; onClose: () => void; title: string; children: ReactNode };

/** Above the on-screen keyboard; the page above stays visible and unchanged. */
export function Sheet({ isOpen = true, onClose, title, children }: Props) {
  const coveredHeight = useSyncExternalStore(watchViewport, keyboardHeight);
  return (
    <Modal isOpen={isOpen} onClose={onClose}>
      {/* the whole window, so that tools see that the page under it can't be used */}
      <div className="fixed inset-0 flex items-end justify-center" style={{ paddingBottom: coveredHeight }}>
        <DialogPanel
          transition
          style={{ maxHeight: `min(max(50dvh, 17rem), 100dvh - ${coveredHeight}px)` }}
          className="flex w-full flex-col rounded-t-xl border border-line bg-sheet pb-[env(safe-area-inset-bottom)] shadow-lifted transition duration-calm ease-out data-closed:translate-y-6 data-closed:opacity-0 sm:max-w-lg"
        >
          <div className="flex shrink-0 items-center justify-between gap-3 py-1.5 pr-3 pl-5 sm:pl-7">
            <DialogTitle className="text-lg">{title}</DialogTitle>
            <IconButton label="Close" icon={X} onClick={onClose} />
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 sm:px-7">{children}</div>
        </DialogPanel>
      </div>
    </Modal>
  );
}

function watchViewport(onChange: () => void): () => void {
  const { visualViewport: viewport } = window;
  for (const event of ["resize", "scroll"]) viewport?.addEventListener(event, onChange);
  return () => {
    for (const event of ["resize", "scroll"]) viewport?.removeEventListener(event, onChange);
  };
}

/** CSS pixels of the window that the keyboard covers. Browsers don't move elements fixed to the bottom. */
function keyboardHeight(): number {
  const { visualViewport: viewport } = window;
  if (!viewport || viewport.scale > 1) return 0;
  return Math.max(0, Math.round(innerHeight - viewport.height - viewport.offsetTop));
}
