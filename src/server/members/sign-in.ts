import type { Login } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { signInLimit } from "#server/access/attempts.ts";
import { getCallerAddress } from "#server/access/caller-address.ts";
import { type CookieCall, readToken, setTokenCookie } from "#server/access/cookies.ts";
import { knownDeviceLimit, rememberDevice } from "#server/access/devices.ts";
import { endSession, startSession } from "#server/access/sessions.ts";
import { newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { usernameLimit } from "./attempt-keys.ts";
import { emailKey, isEmailAddress } from "./names.ts";
import { checkPasswordRateLimited, isPasswordHash } from "./passwords.ts";
import { findMemberId } from "./users.ts";

export type SignInAttempt = { address: string; deviceToken: string | null };
export type StartedSession = { user: User; token: string; deviceToken: string };
/** A service that signs in calls `startSession` in its transaction. */
export type SignInCaller = SignInAttempt & { startSession: (user: User) => StartedSession };

/** Unknown usernames and wrong passwords get the same response (SPEC 4). */
export async function signIn(deps: Deps, caller: SignInCaller, { username, password }: Login): Promise<StartedSession> {
  const account = findAccount(deps, username);
  // attempts by address and by username count together
  const nameLimit = usernameLimit(account?.username ?? username);
  const deviceLimit = knownDeviceLimit(deps, account?.id ?? null, caller.deviceToken);
  const limits = deviceLimit ? [deviceLimit] : [nameLimit, signInLimit({ network: caller.address })];
  const { attempt, isMatch } = await checkPasswordRateLimited(deps, limits, {
    password,
    storedHash: account?.passwordHash ?? null,
  });
  const isExpired = account?.temporaryUntil != null && account.temporaryUntil <= deps.clock.now().toISOString();
  const createRejection = (reason: string) => {
    deps.log.warn("sign-in failed", { why: reason, user: account?.id, from: caller.address });
    return new AppError("signed-out", "Invalid username or password");
  };
  if (!account) throw createRejection("unknown name");
  if (!isMatch) throw createRejection("wrong password");
  if (isExpired) throw createRejection("password expired");
  const session = await deps.stores.batchWrite(() => {
    const user = deps.stores.users.find(account.id);
    if (!user || !isPasswordHash(deps, account.id, account.passwordHash))
      throw createRejection("account deleted or password changed");
    attempt.undo(nameLimit);
    return caller.startSession(user);
  });
  deps.log.info("signed in", { user: account.id, from: caller.address });
  return session;
}

// old usernames may be addresses (BEYOND 14)
function findAccount(deps: Deps, name: string) {
  const { users } = deps.stores;
  const id = findMemberId(deps, name) ?? (isEmailAddress(name) ? users.findIdByEmail(emailKey(name)) : null);
  return id === null ? null : users.findCredentialsById(id);
}

type SignInRequest = CookieCall & { request: Request; server: Parameters<typeof getCallerAddress>[1] };

type SignInService<Body> = (deps: Deps, caller: SignInCaller, body: Body) => Promise<StartedSession>;

export function describeCaller(deps: Deps, { request, cookie, server }: SignInRequest): SignInAttempt {
  return {
    address: getCallerAddress(request, server, deps.config),
    deviceToken: readToken(cookie, "device", deps.config),
  };
}

/**
 * Runs a service that signs in, and sets its cookies. Ends the browser's previous session (DESIGN 3).
 * @param isProven false for another session's code, which doesn't prove who uses this browser
 */
export async function signInWith<Body>(
  deps: Deps,
  service: SignInService<Body>,
  call: SignInRequest & { body: Body },
  isProven = true,
): Promise<User> {
  const caller = describeCaller(deps, call);
  const previousToken = readToken(call.cookie, "session", deps.config);
  const startNextSession = (user: User) =>
    deps.stores.transaction(() => {
      const deviceToken = caller.deviceToken ?? newToken();
      if (previousToken !== null) endSession(deps, previousToken);
      if (isProven) rememberDevice(deps, user.id, deviceToken);
      const token = startSession(deps, user.id, describeDevice(call.request.headers.get("user-agent")));
      return { user, token, deviceToken };
    });
  const session = await service(deps, { ...caller, startSession: startNextSession }, call.body);
  setTokenCookie(call, "device", deps.config, session.deviceToken);
  setTokenCookie(call, "session", deps.config, session.token);
  return session.user;
}

const BROWSER_PATTERNS = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEM_PATTERNS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;

/** For example 'Firefox on Android'. */
export function describeDevice(userAgent: string | null): string {
  const findName = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = findName(BROWSER_PATTERNS);
  const system = findName(SYSTEM_PATTERNS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
