import { useSetAtom } from "jotai";

import type { User } from "#contract/users.ts";
import { isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import { sessionAtom } from "#web/state/session.ts";
import { type OwnAct, useOwnAct } from "#web/ui/use-own-act.ts";

/** `useOwnAct` for what changes the member, which updates every view. */
export function useSavedUser<In = void, Out extends User = User>(act: OwnAct<In, Out>) {
  const setSession = useSetAtom(sessionAtom);
  return useOwnAct<In, Out>({
    ...act,
    explain: profileFailure,
    onDone: (user, input) => {
      // unless signed out meanwhile
      setSession((before) => (before.status === "signed-in" ? { status: "signed-in", user } : before));
      act.onDone?.(user, input);
    },
  });
}

/** What to do about an ended session, the server's message, or the fallback. */
export function profileFailure(failed: string, error: unknown): string {
  return isSignedOut(error) ? SESSION_EXPIRED : (serverMessage(error) ?? failed);
}
