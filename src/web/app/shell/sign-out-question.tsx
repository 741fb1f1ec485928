import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";

import { formatUnsavedWarning, type UnsavedSummary } from "./unsaved-summary.ts";

type Props = { lost: UnsavedSummary; onConfirm: () => void; onClose: () => void };

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
      {formatUnsavedWarning(lost)}
    </ConfirmDialog>
  );
}
