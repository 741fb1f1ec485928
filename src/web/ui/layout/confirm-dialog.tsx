import type { ReactNode } from "react";

import { Button } from "#web/ui/forms/button.tsx";

import { Dialog } from "./dialog.tsx";

type Props = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  /** True when confirming loses no data. */
  isConstructive?: boolean;
  /** True until the confirm button may be pressed. */
  isIncomplete?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirm,
  cancel = "Cancel",
  isConstructive = false,
  isIncomplete = false,
  onConfirm,
  onClose,
}: Props) {
  const confirmAndClose = () => {
    onConfirm();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={children}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            {cancel}
          </Button>
          <Button variant={isConstructive ? "primary" : "danger"} disabled={isIncomplete} onClick={confirmAndClose}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
