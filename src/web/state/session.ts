import { atom, useAtomValue } from "jotai";

import type { User } from "#contract/users.ts";
import { hasNoSessionCookie } from "#web/lib/browser/page-meta.ts";

/** The session of SPEC 4. After an error other than 401 it counts as signed out. */
export type Session =
  | { status: "loading" }
  /** `isStored`: cached from the last visit, before the server has responded. */
  | { status: "signed-in"; user: User; isStored?: true }
  /** `ended`: the session ended without a sign-out here. */
  | { status: "signed-out"; ended?: boolean }
  | { status: "error"; message: string };

type DeviceSession = Extract<Session, { status: "signed-in" }> & { isStored: true };

export const isCachedSession = (session: Session): session is DeviceSession =>
  session.status === "signed-in" && session.isStored === true;

export const initialSession = (): Session => ({ status: hasNoSessionCookie() ? "signed-out" : "loading" });

export const sessionAtom = atom<Session>({ status: "loading" });

export const signInCountAtom = atom(0);

export const userAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === "signed-in" ? session.user : undefined;
});

export const verifiedUserAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === "signed-in" && !isCachedSession(session) ? session.user : undefined;
});

export const useIsAdmin = (): boolean => useAtomValue(userAtom)?.isAdmin ?? false;
