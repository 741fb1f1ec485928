import { Copy } from "lucide-react";
import { useState } from "react";

import type { PasswordReset, UserRow } from "#contract/users.ts";
import { call } from "#web/api/call.ts";
import { serverMessageOr } from "#web/api/failure-reason.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Dialog } from "#web/ui/layout/dialog.tsx";
import { copyText } from "#web/ui/text/copy-text.ts";

/** Delay before the modal opens (SPEC 9), so that the confirmation can close and return the focus. */
const MODAL_DELAY_MS = 100;

/** Shows the password in the modal, or in an alert if the response lacks a part (SPEC 2). */
export function useResetPassword() {
  const [shownReset, setShownReset] = useState<PasswordReset>();
  const [result, setResult] = useState<PasswordReset>();
  useTimeout(setShownReset, result ? MODAL_DELAY_MS : null, result);

  const { mutate, isPending, variables } = useMutationWithToast<UserRow, Partial<PasswordReset>>({
    mutationFn: ({ id }) => call("PATCH /api/users/:id/password-reset", { params: { id } }),
    done: "Password Reset Successful",
    failed: "Failed to reset password.",
    explain: serverMessageOr,
    onDone: ({ temporaryPassword, user }, { displayName }) => {
      if (temporaryPassword && user) {
        return setResult({ temporaryPassword, user });
      }
      // oxlint-disable-next-line no-alert -- SPEC 2: shows a password that is never shown again
      alert(
        temporaryPassword
          ? `${displayName}'s new password is: ${temporaryPassword}`
          : `${displayName}'s password was reset, but the new one didn't arrive. Please reset it again.`,
      );
    },
  });
  const resettingId = isPending ? variables.id : undefined;
  return { reset: mutate, resettingId, shown: shownReset, dismiss: () => setShownReset(undefined) };
}

/** The new password, shown once. Only its button closes the dialog. */
export function PasswordModal({ reset, onClose }: { reset: PasswordReset; onClose: () => void }) {
  const { temporaryPassword, user } = reset;
  return (
    <Dialog
      onClose={() => {}}
      title="Password Reset Successful"
      description={
        <>
          This is the new password for <strong className="text-ink">{user.displayName}</strong>. It is shown only once.
        </>
      }
      actions={
        <Button variant="primary" onClick={onClose}>
          I've Copied the Password
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-3 rounded-md border border-line-strong bg-sunk p-3">
        <code className="min-w-0 flex-1 basis-52 font-mono text-lg break-all select-all">{temporaryPassword}</code>
        <Button
          data-autofocus
          icon={Copy}
          onClick={() => void copyText(temporaryPassword, "Password copied to clipboard")}
        >
          Copy
        </Button>
      </div>
      <p className="mt-5 font-semibold">Next steps</p>
      <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-ink-soft">
        <li>Copy the password now.</li>
        <li>Give it to {user.displayName} in person or by phone, not on the board.</li>
        <li>
          They sign in as <strong className="text-ink">{user.username}</strong> with it within 7 days, and set a
          password of their own on their profile page.
        </li>
      </ol>
    </Dialog>
  );
}
