import type { ReactNode } from "react";

import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

type Props = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  /** When nothing is lost by it. */
  isGood?: boolean;
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
  isGood = false,
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
          <Button variant={isGood ? "primary" : "danger"} disabled={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}
