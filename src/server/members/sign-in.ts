import type { Login } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { signInLimit } from "#server/access/attempts.ts";
import { callerAddress } from "#server/access/caller-address.ts";
import type { Caller } from "#server/access/caller.ts";
import {
  type CookieCall,
  readDeviceToken,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from "#server/access/cookies.ts";
import { knownDeviceLimit, rememberDevice } from "#server/access/devices.ts";
import { endSession, startSession } from "#server/access/sessions.ts";
import { newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

import { usernameLimit } from "./attempt-keys.ts";
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

type Call = CookieCall & { request: Request; server: Parameters<typeof callerAddress>[1] };
type SetsCookies = Pick<CookieCall, "setCookie">;

/** Every way to sign in starts its session here, with its limits, cookies and known device. */
export function createSignIn(deps: Deps) {
  /** Ends the session the browser had before (DESIGN 3). */
  const beginIn = ({ request, cookie }: Call, user: User, { isProven }: { isProven: boolean }) => {
    const sessionToken = readSessionToken(cookie, deps.config);
    const device = readDeviceToken(cookie, deps.config) ?? newToken();
    const token = deps.stores.transaction(() => {
      if (sessionToken !== null) endSession(deps, sessionToken);
      if (isProven) rememberDevice(deps, user.id, device);
      return startSession(deps, user.id, deviceName(request.headers.get("user-agent")));
    });
    return { user, device, token };
  };
  return {
    callerOf: ({ request, cookie, server }: Call): SignInAttempt => ({
      address: callerAddress(request, server, deps.config),
      deviceToken: readDeviceToken(cookie, deps.config),
    }),
    /** By a password, a passkey or an invitation, which make the browser known. */
    begin: (call: Call, user: User) => beginIn(call, user, { isProven: true }),
    /** By the code of another session, which says nothing about who sits here. */
    beginFromDeviceCode: (call: Call, user: User) => beginIn(call, user, { isProven: false }),
    admit: (call: SetsCookies, { user, device, token }: { user: User; device: string; token: string }): User => {
      setDeviceCookie(call, deps.config, device);
      setSessionCookie(call, deps.config, token);
      return user;
    },
    /** Extends the session cookie by 30 days; called once per visit. */
    renew: (call: SetsCookies, { user, token }: Pick<Caller, "user" | "token">): User => {
      setSessionCookie(call, deps.config, token);
      return user;
    },
  };
}

const BROWSERS = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
] as const;

/** E.g. 'Firefox on Android', from a User-Agent; else 'Unknown device'. */
export function deviceName(userAgent: string | null): string {
  const find = (table: readonly (readonly [RegExp, string])[]) =>
    table.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = find(BROWSERS);
  const system = find(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
