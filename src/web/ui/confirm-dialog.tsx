import type { ReactNode } from "react";

import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Focuses Cancel first. */
export function ConfirmDialog({
  isOpen,
  title,
  children,
  confirm,
  cancel = "Cancel",
  isBusy = false,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={children}
      actions={
        <>
          <Button variant="quiet" data-autofocus onClick={onClose}>
            {cancel}
          </Button>
          <Button variant="danger" disabled={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
