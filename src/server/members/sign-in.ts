import type { Login } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";

import { beginAttempt, signInLimit } from "./attempts.ts";
import { usernameKey } from "./names.ts";
import { checkPassword, isPasswordHash } from "./passwords.ts";

/** Who asks, as far as a sign-in is concerned. */
export type Caller = {
  /** The network address that failures are counted for. */
  address: string;
  /** Token of the browser's device cookie, or null. */
  deviceToken: string | null;
};

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

/** From a browser the member has used before, only its own failures count; from elsewhere the name's do. */
function signInLimits(deps: Deps, nameKey: string, userId: number | null, caller: Caller) {
  const deviceHash = caller.deviceToken === null ? null : hashToken(caller.deviceToken);
  if (deviceHash && userId !== null && deps.stores.devices.knows(deviceHash, userId))
    return [signInLimit(`device:${Buffer.from(deviceHash).toString("hex")}:${userId}`)];
  return [signInLimit(`name:${nameKey}`), signInLimit(`address:${caller.address}`)];
}
