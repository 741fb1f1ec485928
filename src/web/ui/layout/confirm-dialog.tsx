import type { ComponentProps } from "react";

import { Button } from "#web/ui/forms/button.tsx";

import { Dialog } from "./dialog.tsx";

type Props = Omit<ComponentProps<typeof Dialog>, "description" | "actions"> & {
  confirm: string;
  cancel?: string;
  /** True when confirming loses no data. */
  isConstructive?: boolean;
  /** True until the confirm button may be pressed. */
  isIncomplete?: boolean;
  onConfirm: () => void;
};

/** A question, whose text is `children`. */
export function ConfirmDialog({ children, confirm, onConfirm, ...props }: Props) {
  const { cancel = "Cancel", isConstructive = false, isIncomplete = false, ...dialog } = props;
  const confirmAndClose = () => {
    onConfirm();
    dialog.onClose();
  };
  return (
    <Dialog
      {...dialog}
      description={children}
      actions={
        <>
          <Button data-autofocus onClick={dialog.onClose}>
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
