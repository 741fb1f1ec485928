import { cookie, type CookieRequest } from "@elysiajs/cookie";
import { parse } from "cookie";

import { SESSION_IDLE_DAYS } from "#contract/limits.ts";
import type { Config } from "#server/config.ts";

import { DEVICE_TTL_DAYS } from "./devices.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Cookies with a token, by the start of their name. */
export const MAX_AGE_SECONDS = { session: SESSION_IDLE_DAYS * DAY_SECONDS, device: DEVICE_TTL_DAYS * DAY_SECONDS };
type TokenCookie = keyof typeof MAX_AGE_SECONDS;
const TOKEN = /^[\w-]{43}$/;

export type CookieCall = Pick<CookieRequest, "cookie" | "setCookie">;
type CookieSetter = Pick<CookieRequest, "setCookie">;

type Cookies = Partial<Record<string, string>>;
type CookieNaming = Pick<Config, "secure" | "cookieSuffix">;

export const cookieAttributes = ({ secure }: Pick<Config, "secure">) =>
  ({ httpOnly: true, secure, sameSite: "lax", path: "/" }) as const;

export const createCookiePlugin = (config: Pick<Config, "secure">) => cookie(cookieAttributes(config)).as("scoped");

/** For code outside of Elysia, and for guards, which run before the plugin. */
export function parseCookies(request: Request): Cookies {
  return parse(request.headers.get("cookie") ?? "");
}

export function hasSessionCookie(request: Request, config: CookieNaming): boolean {
  return parseCookies(request)[cookieName("session", config)] !== undefined;
}

export function readToken(cookies: Cookies, name: TokenCookie, config: CookieNaming): string | null {
  const token = cookies[cookieName(name, config)];
  return token !== undefined && TOKEN.test(token) ? token : null;
}

export function setTokenCookie({ setCookie }: CookieSetter, name: TokenCookie, config: CookieNaming, token: string) {
  setCookie(cookieName(name, config), token, { maxAge: MAX_AGE_SECONDS[name] });
}

export function clearSessionCookie({ setCookie }: CookieSetter, config: CookieNaming): void {
  setCookie(cookieName("session", config), "", { maxAge: 0 });
}

/** `__Host-` binds the cookie to this host, but requires https (DESIGN 3). */
export function cookieName(name: TokenCookie, { secure, cookieSuffix }: CookieNaming): string {
  return `${secure ? "__Host-" : ""}${name}${cookieSuffix}`;
}
