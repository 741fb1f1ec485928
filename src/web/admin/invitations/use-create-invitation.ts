import type { CreatedInvitation, NewInvitation } from "#contract/invitations.ts";
import { call } from "#web/api/call.ts";
import { serverMessageOr, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

/** Without a toast for success: the new invitation is shown. */
export const useCreateInvitation = (onCreated: (created: CreatedInvitation) => void) =>
  useMutationWithToast({
    act: (invitation: NewInvitation) => call("POST /api/invitations", { body: invitation }),
    failed: "Failed to create the invitation.",
    explain: serverMessageOr,
    onDone: onCreated,
  });
