import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

import { userAtom } from "./session.ts";

const NEW_MEMBER_KEY = "new-member";

export const storeNewMember = (userId: number): void => writeStored(NEW_MEMBER_KEY, String(userId));

export const clearNewMember = (): void => writeStored(NEW_MEMBER_KEY, null);

export function useIsFirstVisit(): boolean {
  const user = useAtomValue(userAtom);
  const [isFirst] = useState(() => user !== undefined && readStored(NEW_MEMBER_KEY) === String(user.id));
  useEffect(() => {
    if (isFirst) clearNewMember();
  }, [isFirst]);
  return isFirst;
}
