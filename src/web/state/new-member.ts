import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";

import { readStored, writeStored } from "#web/lib/browser/device-storage.ts";

import { userAtom } from "./session.ts";

const KEY = "new-member";

export const storeNewMember = (userId: number): void => writeStored(KEY, String(userId));

export const clearNewMember = (): void => writeStored(KEY, null);

export function useIsFirstVisit(): boolean {
  const user = useAtomValue(userAtom);
  const [isFirst] = useState(() => user !== undefined && readStored(KEY) === String(user.id));
  useEffect(() => {
    if (isFirst) clearNewMember();
  }, [isFirst]);
  return isFirst;
}
