import { cookie, type CookieRequest } from "@elysiajs/cookie";
import { parse } from "cookie";

import { SESSION_IDLE_DAYS } from "#contract/limits.ts";
import type { Config } from "#server/config.ts";

import { DEVICE_TTL_DAYS } from "./devices.ts";

const DAY_SECONDS = 24 * 60 * 60;
export const SESSION_MAX_AGE_SECONDS = SESSION_IDLE_DAYS * DAY_SECONDS;
export const DEVICE_MAX_AGE_SECONDS = DEVICE_TTL_DAYS * DAY_SECONDS;
const TOKEN = /^[\w-]{43}$/;

export type CookieCall = Pick<CookieRequest, "cookie" | "setCookie">;
export type CookieSetter = Pick<CookieRequest, "setCookie">;

type CookieNaming = Pick<Config, "secure" | "cookieSuffix">;

export const cookieAttributes = ({ secure }: Pick<Config, "secure">) =>
  ({ httpOnly: true, secure, sameSite: "lax", path: "/" }) as const;

export const createCookiePlugin = (config: Pick<Config, "secure">) => cookie(cookieAttributes(config)).as("scoped");

/** For code outside of Elysia, and for guards, which run before the plugin. */
export function parseCookies(request: Request): Partial<Record<string, string>> {
  return parse(request.headers.get("cookie") ?? "");
}

export function hasSessionCookie(request: Request, config: CookieNaming): boolean {
  return parseCookies(request)[sessionCookieName(config)] !== undefined;
}

export function readSessionToken(cookies: Partial<Record<string, string>>, config: CookieNaming): string | null {
  return parseToken(cookies[sessionCookieName(config)]);
}

export function readDeviceToken(cookies: Partial<Record<string, string>>, config: CookieNaming): string | null {
  return parseToken(cookies[deviceCookieName(config)]);
}

export function setSessionCookie({ setCookie }: CookieSetter, config: CookieNaming, token: string): void {
  setCookie(sessionCookieName(config), token, { maxAge: SESSION_MAX_AGE_SECONDS });
}

export function setDeviceCookie({ setCookie }: CookieSetter, config: CookieNaming, token: string): void {
  setCookie(deviceCookieName(config), token, { maxAge: DEVICE_MAX_AGE_SECONDS });
}

export function clearSessionCookie({ setCookie }: CookieSetter, config: CookieNaming): void {
  setCookie(sessionCookieName(config), "", { maxAge: 0 });
}

/** `__Host-` binds the cookie to this host, but requires https (DESIGN 3). */
export function sessionCookieName({ secure, cookieSuffix }: CookieNaming): string {
  return `${secure ? "__Host-" : ""}session${cookieSuffix}`;
}

export function deviceCookieName({ secure, cookieSuffix }: CookieNaming): string {
  return `${secure ? "__Host-" : ""}device${cookieSuffix}`;
}

export function parseToken(value: string | undefined): string | null {
  return value !== undefined && TOKEN.test(value) ? value : null;
}
