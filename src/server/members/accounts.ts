import type { Registration, SetUp } from "#contract/auth.ts";
import { trimText } from "#contract/text-length.ts";
import type { User } from "#contract/users.ts";
import { isSqliteError, requireRow } from "#db/errors.ts";
import { codeLimit, reserveAttempt } from "#server/access/attempts.ts";
import { recordAuditEvent } from "#server/access/audit.ts";
import { OPERATOR } from "#server/access/caller.ts";
import { hashCode } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { type AppError, fieldError } from "#server/errors.ts";
import { queueWelcome } from "#server/outbox/outbox.ts";
import { closeDuePoll } from "#server/votes/close-due-poll.ts";

import { emailKey, isEmailAddress, rejectLookalikes, usernameKey } from "./names.ts";
import { requirePasswordLength } from "./passwords.ts";
import type { SignInCaller, StartedSession } from "./sign-in.ts";
import { findMemberId } from "./users.ts";

/** Checks the code first, so that usernames can't be probed (SPEC 2, 5). */
export async function registerMember(
  deps: Deps,
  { address, startSession }: SignInCaller,
  registration: Registration,
): Promise<StartedSession> {
  const codeHash = hashCode(registration.invitationCode);
  const attempt = await reserveAttempt(deps, [codeLimit(address)]);
  const now = deps.clock.now().toISOString();
  if (!deps.stores.invitations.isOpen(codeHash, now)) {
    deps.log.warn("invitation refused", { from: address });
    throw invalidCodeError();
  }
  await attempt.refundAttempt();
  const consumeInvitation = () => {
    const invitation = deps.stores.invitations.use(codeHash, now);
    if (!invitation) throw invalidCodeError();
    return { isAdmin: invitation.isAdmin, invitationId: invitation.id };
  };
  const session = await insertUser(deps, registration, consumeInvitation, startSession);
  deps.log.info("registered", { user: session.user.id, from: address });
  queueWelcome(deps, session.user);
  return session;
}

/** Needs the code of the printed link (DESIGN 3). @throws AppError 'invalid'; 'too-many' */
export async function createFirstAdmin(
  deps: Deps,
  { address, startSession }: SignInCaller,
  { code, ...person }: SetUp,
): Promise<StartedSession> {
  const attempt = await reserveAttempt(deps, [codeLimit(address)]);
  const hasAdmin = () => deps.stores.users.countAdmins() > 0;
  const setUpClosedError = () => {
    const nextStep = hasAdmin() ? "The club already has an admin." : "Restart the club to get a new one.";
    return fieldError("/code", `This set-up link has expired. ${nextStep}`);
  };
  if (hasAdmin() || !deps.stores.setUp.isOpen(deps.clock.now().toISOString())) throw setUpClosedError();
  const consumeSetUpCode = () => {
    if (hasAdmin()) throw setUpClosedError();
    if (!deps.stores.setUp.use(hashCode(code), deps.clock.now().toISOString())) throw setUpClosedError();
    return { isAdmin: true, invitationId: null };
  };
  const session = await insertUser(deps, person, consumeSetUpCode, startSession);
  await attempt.refundAttempt();
  deps.log.info("first admin created", { user: session.user.id, from: address });
  return session;
}

export function createAdmin(deps: Deps, person: NewMember): Promise<User> {
  const deleteSetUpCode = () => {
    deps.stores.setUp.delete();
    return { isAdmin: true, invitationId: null };
  };
  return insertUser(deps, person, deleteSetUpCode, (user) => {
    recordAuditEvent(deps, OPERATOR.user, "admin-made", user.displayName, user.id);
    return user;
  });
}

type NewMember = { username: string; password: string; displayName?: string; email: string };

/** `authorize` and `onInserted` run in the transaction: if one throws, the code isn't consumed (TESTS Q05). */
async function insertUser<Result>(
  deps: Deps,
  { username, password, displayName, email }: NewMember,
  authorize: () => { isAdmin: boolean; invitationId: number | null },
  onInserted: (user: User) => Result,
): Promise<Result> {
  const key = usernameKey(username);
  if (key === "") throw fieldError("/username", "Username is required");
  // signing in by an address must reach its owner's account
  const isOwnUsername = [username, key].every((name) => emailKey(name) === emailKey(email));
  if (isEmailAddress(username) && !isOwnUsername)
    throw fieldError("/username", "Choose a name that isn't an email address, or use your own email address.");
  const trimmedName = trimText(displayName) || trimText(username);
  requirePasswordLength(deps, password, "/password");
  rejectTakenNames(deps, username, emailKey(email));
  const passwordHash = await deps.passwords.hash(password);
  try {
    return deps.stores.transaction(() => {
      rejectLookalikes(deps, { username, displayName: trimmedName });
      const { isAdmin, invitationId } = authorize();
      // a due vote counts the members of its closing time
      closeDuePoll(deps);
      const id = deps.stores.users.insert({
        username: trimText(username),
        usernameKey: key,
        displayName: trimmedName,
        email: trimText(email),
        emailKey: emailKey(email),
        isAdmin,
        passwordHash,
        invitationId,
        createdAt: deps.clock.now().toISOString(),
      });
      return onInserted(requireRow(deps.stores.users.find(id)));
    });
  } catch (error) {
    // the name was taken while the password was hashed
    if (isSqliteError(error, "SQLITE_CONSTRAINT_UNIQUE")) rejectTakenNames(deps, username, emailKey(email));
    throw error;
  }
}

function rejectTakenNames(deps: Deps, username: string, emailKey: string): void {
  if (findMemberId(deps, username) !== null)
    throw fieldError("/username", "That username is already taken. Please choose another.", "conflict");
  if (deps.stores.users.findIdByEmail(emailKey) !== null)
    throw fieldError("/email", "There is already an account with that email address.", "conflict");
}

function invalidCodeError(): AppError {
  return fieldError("/invitationCode", "This invitation code isn't valid. Ask an admin for a new one.");
}
