import { useState } from "react";

import type { PasswordReset, UserRow } from "#contract/users.ts";
import { call } from "#web/api/call.ts";
import { useTimeout } from "#web/lib/hooks/use-timeout.ts";
import { serverMessageOr, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

/** From the answer to the modal (SPEC 9), so the confirmation can close and return focus. */
const MODAL_DELAY = 100;

/** Shows the password in the modal, or in an alert when the answer lacks a part (SPEC 2). */
export function useResetPassword() {
  const [shown, setShown] = useState<PasswordReset>();
  const [answered, setAnswered] = useState<PasswordReset>();
  useTimeout(setShown, answered ? MODAL_DELAY : null, answered);

  const { mutate, isPending } = useMutationWithToast<UserRow, Partial<PasswordReset>>({
    act: ({ id }) => call("PATCH /api/users/:id/password-reset", { params: { id } }),
    done: "Password Reset Successful",
    failed: "Failed to reset password.",
    explain: serverMessageOr,
    onDone: ({ temporaryPassword, user }, { displayName }) => {
      if (temporaryPassword && user) {
        return setAnswered({ temporaryPassword, user });
      }
      // oxlint-disable-next-line no-alert -- SPEC 2: the last way to show a password that is never shown again
      alert(
        temporaryPassword
          ? `${displayName}'s new password is: ${temporaryPassword}`
          : `${displayName}'s password was reset, but the new one didn't arrive. Please reset it again.`,
      );
    },
  });
  return { reset: mutate, isResetting: isPending, shown, dismiss: () => setShown(undefined) };
}
