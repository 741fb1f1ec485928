import type { Login } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { signInLimit } from "#server/access/attempts.ts";
import { knownDeviceLimit, rememberDevice } from "#server/access/devices.ts";
import { endSession, startSession } from "#server/access/sessions.ts";
import { newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { usernameLimit } from "./attempt-keys.ts";
import { deviceName } from "./device-name.ts";
import { emailKey, isEmailAddress } from "./names.ts";
import { checkPasswordRateLimited, isPasswordHash } from "./passwords.ts";
import { findMemberId } from "./users.ts";

/** Someone who is about to sign in. */
export type SignInAttempt = {
  address: string;
  deviceToken: string | null;
};

/** SPEC 4. One answer for unknown names and wrong passwords. @throws AppError 'signed-out'; 'too-many'; 'busy' */
export async function signIn<Begun>(
  deps: Deps,
  caller: SignInAttempt,
  { username, password }: Login,
  begin: (user: User) => Begun,
): Promise<Begun> {
  const known = findAccount(deps, username);
  // an account is tried as often under its address as under its name
  const byName = usernameLimit(known?.username ?? username);
  const byDevice = knownDeviceLimit(deps, known?.id ?? null, caller.deviceToken);
  const limits = byDevice ? [byDevice] : [byName, signInLimit({ network: caller.address })];
  const { attempt, matches } = await checkPasswordRateLimited(deps, limits, {
    password,
    stored: known?.passwordHash ?? null,
  });
  const expired = known?.temporaryUntil != null && known.temporaryUntil <= deps.clock.now().toISOString();
  const refused = (why: string) => {
    deps.log.warn("sign-in failed", { why, user: known?.id, from: caller.address });
    return new AppError("signed-out", "Invalid username or password");
  };
  if (!known) throw refused("unknown name");
  if (!matches) throw refused("wrong password");
  if (expired) throw refused("password expired");
  const begun = await deps.stores.batchWrite(() => {
    const user = deps.stores.users.find(known.id);
    if (!user || !isPasswordHash(deps, known.id, known.passwordHash))
      throw refused("account deleted or password changed");
    attempt.undo(byName);
    return begin(user);
  });
  deps.log.info("signed in", { user: known.id, from: caller.address });
  return begun;
}

/** By username, else by email address (BEYOND 14): names from before may be addresses. */
function findAccount(deps: Deps, name: string) {
  const { users } = deps.stores;
  const id = findMemberId(deps, name) ?? (isEmailAddress(name) ? users.findIdByEmail(emailKey(name)) : null);
  return id === null ? null : users.findCredentialsById(id);
}

type Browser = { sessionToken: string | null; deviceToken: string | null; userAgent: string | null };

/**
 * Ends the session the browser had before (DESIGN 3). @param proven false for a code that another session made, which
 * says nothing about who sits here
 */
export function beginSession(
  deps: Deps,
  user: User,
  { sessionToken, deviceToken, userAgent }: Browser,
  { proven }: { proven: boolean },
) {
  const device = deviceToken ?? newToken();
  const token = deps.stores.transaction(() => {
    if (sessionToken !== null) endSession(deps, sessionToken);
    if (proven) rememberDevice(deps, user.id, device);
    return startSession(deps, user.id, deviceName(userAgent));
  });
  return { user, device, token };
}
