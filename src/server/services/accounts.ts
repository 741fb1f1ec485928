import { addDays } from "date-fns";

import type { Login, Registration, SetUp } from "#contract/auth.ts";
import type { PasswordReset, User } from "#contract/users.ts";
import { isSqliteError } from "#db/faults.ts";
import { hashCode, hashToken, newPassword } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { type Attempt, beginAttempt, codeLimit, forgetAttempts, signInLimit } from "./attempts.ts";
import { type Actor, OPERATOR, recordAct } from "./audit.ts";
import { emailKey, usernameKey } from "./names.ts";
import { welcome } from "./welcome-mail.ts";

/** Who asks, as far as a sign-in is concerned. */
export type Caller = {
  /** The network address that failures are counted for. */
  address: string;
  /** Token of the browser's device cookie, or null. */
  deviceToken: string | null;
};

/** A password from an admin's reset signs in for this long (DESIGN 3). */
export const TEMPORARY_PASSWORD_DAYS = 7;

/**
 * Checks a name and a password (SPEC 4, DESIGN 3).
 * @throws AppError 'signed-out' in the same words for an unknown name and a wrong password; 'too-many'; 'busy'
 */
export async function signIn(deps: Deps, { username, password }: Login, caller: Caller): Promise<User> {
  const key = usernameKey(username);
  const known = deps.stores.users.findCredentials(key);
  const attempt = await beginAttempt(deps, signInLimits(deps, key, known?.id ?? null, caller));
  const matches = await checkPassword(deps, attempt, password, known?.passwordHash ?? null);
  const expired = known?.temporaryUntil != null && known.temporaryUntil <= deps.clock.now().toISOString();
  const refused = (why: string) => {
    deps.log.warn("sign-in failed", { why, user: known?.id, from: caller.address });
    return new AppError("signed-out", "Invalid username or password");
  };
  if (!known) throw refused("unknown name");
  if (!matches) throw refused("wrong password");
  if (expired) throw refused("password expired");
  await attempt.takeBack(signInLimit(`name:${key}`));
  const user = deps.stores.users.find(known.id);
  if (!user || !isPasswordHash(deps, known.id, known.passwordHash))
    throw refused("account deleted or password changed");
  deps.log.info("signed in", { user: user.id, from: caller.address });
  return user;
}

/**
 * Makes an account by invitation (SPEC 2, 5). The code is looked at before the name, so that names cannot be listed.
 * `begin` runs in the same transaction: where it fails the code is not used up either (TESTS Q05).
 * @throws AppError 'invalid' for a code that is not open; 'conflict' for a name or an address that is taken; 'too-many'
 */
export async function register<Begun>(
  deps: Deps,
  registration: Registration,
  caller: Caller,
  begin: (user: User) => Begun,
): Promise<Begun> {
  const codeHash = hashCode(registration.invitationCode);
  const attempt = await beginAttempt(deps, [codeLimit(caller.address)]);
  const now = deps.clock.now().toISOString();
  if (!deps.stores.invitations.isOpen(codeHash, now)) {
    deps.log.warn("invitation refused", { from: caller.address });
    throw invalidCode();
  }
  await attempt.takeBack();
  const admit = () => {
    const invitation = deps.stores.invitations.use(codeHash, now);
    if (!invitation) throw invalidCode();
    return { isAdmin: invitation.isAdmin, invitationId: invitation.id };
  };
  const { user, begun } = await insertUser(deps, registration, admit, begin);
  deps.log.info("registered", { user: user.id, from: caller.address });
  welcome(deps, user);
  return begun;
}

/**
 * Makes the first admin with the code of the printed link (DESIGN 3). `begin` runs in the same transaction.
 * @throws AppError 'invalid' when the code is not the open one or the club already has an admin; 'too-many'
 */
export async function setUp<Begun>(
  deps: Deps,
  { code, ...person }: SetUp,
  caller: Caller,
  begin: (user: User) => Begun,
): Promise<Begun> {
  const attempt = await beginAttempt(deps, [codeLimit(caller.address)]);
  const closed = () =>
    new AppError("invalid", "This set-up link is no longer valid. Start the club again to get a new one.", {
      errors: [{ path: "/code", message: "This set-up link is no longer valid" }],
    });
  if (deps.stores.users.countAdmins() > 0 || !deps.stores.setUp.isOpen(deps.clock.now().toISOString())) throw closed();
  const admit = () => {
    if (deps.stores.users.countAdmins() > 0) throw closed();
    if (!deps.stores.setUp.use(hashCode(code), deps.clock.now().toISOString())) throw closed();
    return { isAdmin: true, invitationId: null };
  };
  const { user, begun } = await insertUser(deps, person, admit, begin);
  await attempt.takeBack();
  deps.log.info("first admin made", { user: user.id, from: caller.address });
  return begun;
}

/** Makes an admin at the command line. @throws AppError 'conflict', 'invalid' */
export async function createAdmin(deps: Deps, person: Person): Promise<User> {
  const admit = () => {
    deps.stores.setUp.remove();
    return { isAdmin: true, invitationId: null };
  };
  return (await insertUser(deps, person, admit, () => undefined)).user;
}

/**
 * Gives a member a generated password, shown once, and ends their sessions (SPEC 9, DESIGN 3).
 * @throws AppError 'not-found'
 */
export async function resetPassword(deps: Deps, id: number, by: Actor = OPERATOR): Promise<PasswordReset> {
  const user = deps.stores.users.find(id);
  if (!user) throw new AppError("not-found", "There is no such user.");
  const temporaryPassword = newPassword();
  const passwordHash = await deps.passwords.hash(temporaryPassword);
  deps.stores.atomically(() => {
    // somebody may have deleted the user while the password was being hashed
    if (!deps.stores.users.find(id)) throw new AppError("not-found", "There is no such user.");
    recordAct(deps, by, "password-reset", user.displayName);
    const until = addDays(deps.clock.now(), TEMPORARY_PASSWORD_DAYS).toISOString();
    deps.stores.users.updatePassword(id, passwordHash, until);
    deps.stores.sessions.removeOthers(id, 0);
    deps.stores.devices.forget(id);
    forgetAttempts(deps, signInLimit(`name:${usernameKey(user.username)}`));
  });
  return { temporaryPassword, user: { id, username: user.username, displayName: user.displayName } };
}

/** Remembers the browser of a member who signed in, so that outsiders' guesses never delay it. */
export function rememberDevice(deps: Deps, userId: number, deviceToken: string): void {
  deps.stores.devices.save(hashToken(deviceToken), userId, deps.clock.now().toISOString());
}

/** Whether `password` is that of `stored`. To be sent away for want of room is no wrong guess. @throws AppError 'busy' */
export async function checkPassword(
  { passwords }: Deps,
  attempt: Attempt,
  password: string,
  stored: string | null,
): Promise<boolean> {
  try {
    return await passwords.verify(password, stored);
  } catch (error) {
    await attempt.takeBack();
    throw error;
  }
}

/** Whether the user is still there with this hash: a password may be reset, or its user deleted, while one is checked. */
export function isPasswordHash({ stores }: Deps, userId: number, hash: string): boolean {
  return stores.users.findCredentialsById(userId)?.passwordHash === hash;
}

/** @throws AppError 'invalid' when the password is shorter than this club wants it */
export function requirePasswordLength(deps: Deps, password: string, path: string): void {
  const least = deps.config.passwordMinLength;
  const message = `Password must be at least ${least} characters`;
  if (password.length < least) throw new AppError("invalid", message, { errors: [{ path, message }] });
}

type Person = { username: string; password: string; displayName?: string; email: string };

/** `admit` runs inside the transaction: it takes the right to join, or throws. So does `begin`, with the new user. */
async function insertUser<Begun>(
  deps: Deps,
  { username, password, displayName, email }: Person,
  admit: () => { isAdmin: boolean; invitationId: number | null },
  begin: (user: User) => Begun,
): Promise<{ user: User; begun: Begun }> {
  const key = usernameKey(username);
  if (key === "")
    throw new AppError("invalid", "Username is required", {
      errors: [{ path: "/username", message: "Username is required" }],
    });
  requirePasswordLength(deps, password, "/password");
  refuseTaken(deps, key, emailKey(email));
  const passwordHash = await deps.passwords.hash(password);
  try {
    return deps.stores.atomically(() => {
      const { isAdmin, invitationId } = admit();
      const id = deps.stores.users.insert({
        username: username.trim(),
        usernameKey: key,
        displayName: (displayName ?? username).trim() || username.trim(),
        email: email.trim(),
        emailKey: emailKey(email),
        isAdmin,
        passwordHash,
        invitationId,
        createdAt: deps.clock.now().toISOString(),
      });
      const user = deps.stores.users.find(id);
      if (!user) throw new Error("The new user cannot be read");
      return { user, begun: begin(user) };
    });
  } catch (error) {
    // somebody took the name while the password was being hashed
    if (isSqliteError(error, "SQLITE_CONSTRAINT_UNIQUE")) refuseTaken(deps, key, emailKey(email));
    throw error;
  }
}

function refuseTaken(deps: Deps, usernameKey: string, emailKey: string): void {
  if (deps.stores.users.findIdByUsername(usernameKey) !== null)
    throw taken("/username", "That username is already taken. Please choose another.");
  if (deps.stores.users.findIdByEmail(emailKey) !== null)
    throw taken("/email", "There is already an account with that email address.");
}

/** Names the field, so that the form marks it. */
const taken = (path: string, message: string) => new AppError("conflict", message, { errors: [{ path, message }] });

/** From a browser the member has used before, only its own failures count; from elsewhere the name's do. */
function signInLimits(deps: Deps, nameKey: string, userId: number | null, caller: Caller) {
  const deviceHash = caller.deviceToken === null ? null : hashToken(caller.deviceToken);
  if (deviceHash && userId !== null && deps.stores.devices.knows(deviceHash, userId))
    return [signInLimit(`device:${Buffer.from(deviceHash).toString("hex")}:${userId}`)];
  return [signInLimit(`name:${nameKey}`), signInLimit(`address:${caller.address}`)];
}

function invalidCode(): AppError {
  const message = "This invitation code is not valid. Ask an admin for a new one.";
  return new AppError("invalid", message, { errors: [{ path: "/invitationCode", message }] });
}
