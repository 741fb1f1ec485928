import { atom } from "jotai";

import type { User } from "#contract/users.ts";

/**
 * SPEC 4's session states. `error` means that the user check failed otherwise than with 401:
 * the visitor counts as signed out, and the sentence is shown on /auth.
 */
export type Session =
  | { status: "loading" }
  | { status: "signed-in"; user: User }
  /** `ended`: the server no longer knows the session, though nobody signed out here. */
  | { status: "signed-out"; ended?: boolean }
  | { status: "error"; message: string };

export const sessionAtom = atom<Session>({ status: "loading" });

/** Whose this tab has just become; null while it is still the last member's. */
export const ownerAtom = atom<number | null>(null);

/** Counts sign-ins made on this page: each is followed by a second user check. */
export const entriesAtom = atom(0);

/** The signed-in user, or undefined while loading or signed out. */
export const userAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === "signed-in" ? session.user : undefined;
});
