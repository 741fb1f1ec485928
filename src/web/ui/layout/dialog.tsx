import { Description, DialogBackdrop, DialogPanel, DialogTitle } from "@headlessui/react";
import type { ReactNode } from "react";

import { Button } from "#web/ui/forms/button.tsx";

import { Modal } from "./modal.tsx";

type Props = {
  isOpen?: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** The safe one first. Close if omitted. */
  actions?: ReactNode;
  children?: ReactNode;
};

export function Dialog({ isOpen = true, onClose, title, description, actions, children }: Props) {
  const close = <Button onClick={onClose}>Close</Button>;
  return (
    <Modal isOpen={isOpen} onClose={onClose}>
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-sunk/80 backdrop-blur-xs transition-opacity duration-calm data-closed:opacity-0"
      />
      <div className="fixed inset-0 flex items-end justify-center overflow-y-auto sm:items-center sm:p-6">
        <DialogPanel
          transition
          className="max-h-[92dvh] w-full overflow-y-auto rounded-t-xl border border-line bg-sheet p-6 shadow-lifted transition duration-calm ease-out data-closed:translate-y-6 data-closed:opacity-0 sm:max-w-lg sm:rounded-xl sm:p-8"
        >
          <DialogTitle className="text-xl">{title}</DialogTitle>
          {description && <Description className="mt-2 text-ink-soft">{description}</Description>}
          {children && <div className="mt-4">{children}</div>}
          <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{actions ?? close}</div>
        </DialogPanel>
      </div>
    </Modal>
  );
}
