import { atom, useAtomValue } from "jotai";

import type { User } from "#contract/users.ts";
import { hasNoSessionCookie } from "#web/lib/browser/page-meta.ts";

/** SPEC 4. `error`: the user check failed other than with 401; counts as signed out, and /auth shows the message. */
export type Session =
  | { status: "loading" }
  /** `isStored`: as the device knows the member from the last visit; the server hasn't said yet. */
  | { status: "signed-in"; user: User; isStored?: true }
  /** `ended`: the session ended without a sign-out here. */
  | { status: "signed-out"; ended?: boolean }
  | { status: "error"; message: string };

type DeviceSession = Extract<Session, { status: "signed-in" }> & { isStored: true };

/** Whether the server hasn't said yet who it is. */
export const isCachedSession = (session: Session): session is DeviceSession =>
  session.status === "signed-in" && session.isStored === true;

/** Until the server has answered. Without a session cookie, there is nothing to ask. */
export const initialSession = (): Session => ({ status: hasNoSessionCookie() ? "signed-out" : "loading" });

export const sessionAtom = atom<Session>({ status: "loading" });

/** Each sign-in on this page is followed by a second user check. */
export const signInCountAtom = atom(0);

export const userAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === "signed-in" ? session.user : undefined;
});

/** Only as the server has said, in this visit. */
export const verifiedUserAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === "signed-in" && !isCachedSession(session) ? session.user : undefined;
});

/** False for visitors. */
export const useIsAdmin = (): boolean => useAtomValue(userAtom)?.isAdmin ?? false;
