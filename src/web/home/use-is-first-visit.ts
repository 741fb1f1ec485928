import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";

import { forgetNewMember, isNewMember } from "#web/state/new-member.ts";
import { userAtom } from "#web/state/session.ts";

/** Whether the member has just registered on this device and sees Home for the first time. Stays true while it's shown. */
export function useIsFirstVisit(): boolean {
  const user = useAtomValue(userAtom);
  const [isFirst] = useState(() => user !== undefined && isNewMember(user.id));
  useEffect(() => {
    if (isFirst) forgetNewMember();
  }, [isFirst]);
  return isFirst;
}
