import type { User } from "#contract/users.ts";
import type { Deps } from "#server/deps.ts";
import type { Caller } from "#server/members/caller.ts";
import { beginSession, type Caller as SignInCaller } from "#server/members/sign-in.ts";

import { callerAddress } from "./caller.ts";
import { type CookieCall, readDeviceToken, readSessionToken, setDeviceCookie, setSessionCookie } from "./cookies.ts";

type Call = CookieCall & { request: Request; server: Parameters<typeof callerAddress>[1] };
type SetsCookies = Pick<CookieCall, "setCookie">;

/** The one door: every way to sign in starts its session here, with its limits, its cookies and its known device. */
export function createEntrance(deps: Deps) {
  return {
    callerOf: ({ request, cookie, server }: Call): SignInCaller => ({
      address: callerAddress(request, server, deps.config),
      deviceToken: readDeviceToken(cookie, deps.config),
    }),
    begin: ({ request, cookie }: Call, user: User) =>
      beginSession(deps, user, {
        sessionToken: readSessionToken(cookie, deps.config),
        deviceToken: readDeviceToken(cookie, deps.config),
        userAgent: request.headers.get("user-agent"),
      }),
    /** Hands the session to the browser. */
    admit: (call: SetsCookies, { user, device, token }: { user: User; device: string; token: string }): User => {
      setDeviceCookie(call, deps.config, device);
      setSessionCookie(call, deps.config, token);
      return user;
    },
    /** Lets the browser keep the session's cookie for another 30 days. Each visit begins with the call that uses it. */
    renew: (call: SetsCookies, { user, token }: Pick<Caller, "user" | "token">): User => {
      setSessionCookie(call, deps.config, token);
      return user;
    },
  };
}
