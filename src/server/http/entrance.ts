import type { Cookie } from "elysia";

import type { User } from "#contract/users.ts";
import { newToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";
import { deviceName } from "#server/members/device-name.ts";
import { rememberDevice } from "#server/members/devices.ts";
import { endSession, startSession } from "#server/members/sessions.ts";
import type { Caller } from "#server/members/sign-in.ts";

import { callerAddress } from "./caller.ts";
import { readDeviceToken, readSessionToken, setDeviceCookie, setSessionCookie } from "./cookies.ts";

type Call = { request: Request; cookie: Record<string, Cookie<unknown>>; server: Parameters<typeof callerAddress>[1] };

/** The one door: every way to sign in starts its session here, with its limits, its cookies and its known device. */
export function createEntrance(deps: Deps) {
  return {
    callerOf: ({ request, cookie, server }: Call): Caller => ({
      address: callerAddress(request, server, deps.config),
      deviceToken: readDeviceToken(cookie, deps.config),
    }),
    /** A new token at each sign-in; the one that the browser held before ends (DESIGN 3). */
    begin: ({ request, cookie }: Call, user: User) => {
      const held = readSessionToken(cookie, deps.config);
      const device = readDeviceToken(cookie, deps.config) ?? newToken();
      const token = deps.stores.transaction(() => {
        if (held !== null) endSession(deps, held);
        rememberDevice(deps, user.id, device);
        return startSession(deps, user.id, deviceName(request.headers.get("user-agent")));
      });
      return { user, device, token };
    },
    /** Hands the session to the browser. */
    admit: ({ cookie }: Call, { user, device, token }: { user: User; device: string; token: string }): User => {
      setDeviceCookie(cookie, deps.config, device);
      setSessionCookie(cookie, deps.config, token);
      return user;
    },
  };
}
