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
  isBusy?: boolean;
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
          <Button variant={isConstructive ? "primary" : "danger"} disabled={isBusy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}

type AboutProps<Subject> = Omit<Props, "isOpen" | "onConfirm"> & {
  about: Subject | undefined;
  onConfirm: (subject: Subject) => void;
};

/** Open while `about` is set. */
export function ConfirmDialogFor<Subject>({ about, onConfirm, ...dialog }: AboutProps<Subject>) {
  const confirm = () => {
    if (about !== undefined) onConfirm(about);
    dialog.onClose();
  };
  return <ConfirmDialog {...dialog} isOpen={about !== undefined} onConfirm={confirm} />;
}
