import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

import { type Lost, lostText } from "./what-would-be-lost.ts";

type Props = { lost: Lost; onConfirm: () => void; onClose: () => void };

export function SignOutQuestion({ lost, onConfirm, onClose }: Props) {
  return (
    <ConfirmDialog
      isOpen
      title="Sign out without saving?"
      confirm="Sign out"
      cancel="Stay here"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {lostText(lost)}
    </ConfirmDialog>
  );
}
