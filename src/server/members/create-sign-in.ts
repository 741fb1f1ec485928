import type { User } from "#contract/users.ts";
import { callerAddress } from "#server/access/caller-address.ts";
import type { Caller } from "#server/access/caller.ts";
import {
  type CookieCall,
  readDeviceToken,
  readSessionToken,
  setDeviceCookie,
  setSessionCookie,
} from "#server/access/cookies.ts";
import type { Deps } from "#server/deps.ts";

import { beginSession, type SignInAttempt } from "./sign-in.ts";

type Call = CookieCall & { request: Request; server: Parameters<typeof callerAddress>[1] };
type SetsCookies = Pick<CookieCall, "setCookie">;

/** Every way to sign in starts its session here, with its limits, cookies and known device. */
export function createSignIn(deps: Deps) {
  const beginIn = ({ request, cookie }: Call, user: User, how: { proven: boolean }) => {
    const [sessionToken, deviceToken] = [readSessionToken(cookie, deps.config), readDeviceToken(cookie, deps.config)];
    return beginSession(deps, user, { sessionToken, deviceToken, userAgent: request.headers.get("user-agent") }, how);
  };
  return {
    callerOf: ({ request, cookie, server }: Call): SignInAttempt => ({
      address: callerAddress(request, server, deps.config),
      deviceToken: readDeviceToken(cookie, deps.config),
    }),
    /** By a password, a passkey or an invitation, which make the browser known. */
    begin: (call: Call, user: User) => beginIn(call, user, { proven: true }),
    /** By the code of another session. */
    beginFromDeviceCode: (call: Call, user: User) => beginIn(call, user, { proven: false }),
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
