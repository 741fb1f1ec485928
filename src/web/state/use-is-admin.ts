import { useAtomValue } from "jotai";

import { userAtom } from "./session.ts";

/** False for visitors. */
export const useIsAdmin = (): boolean => useAtomValue(userAtom)?.isAdmin ?? false;
