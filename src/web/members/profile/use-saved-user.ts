import { useSetAtom } from "jotai";

import type { Profile, ProfilePatch } from "#contract/profile.ts";
import type { User } from "#contract/users.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { sessionAtom } from "#web/state/session.ts";
import { type MutationWithToastOptions, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";

/** `useMutationWithToast` for changes of the member, which updates every view. */
export function useSavedUser<In = void, Out extends User = User>(mutation: MutationWithToastOptions<In, Out>) {
  const setSession = useSetAtom(sessionAtom);
  return useMutationWithToast<In, Out>({
    ...mutation,
    onDone: (user, input) => {
      // Unless the member signed out in the meantime.
      setSession((before) => (before.status === "signed-in" ? { status: "signed-in", user } : before));
      mutation.onDone?.(user, input);
    },
  });
}

export const useSavedProfile = (options: Omit<MutationWithToastOptions<ProfilePatch, Profile>, "mutationFn">) =>
  useSavedUser<ProfilePatch, Profile>({
    ...options,
    mutationFn: (patch) => call("PATCH /api/profile", { body: patch }),
    updatesQuery: query("GET /api/profile"),
  });
