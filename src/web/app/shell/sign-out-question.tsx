import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type Props = { lost: readonly string[]; onConfirm: () => void; onClose: () => void };

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
      Not saved: {new Intl.ListFormat("en").format(lost)}. It will be lost if you sign out.
    </ConfirmDialog>
  );
}
