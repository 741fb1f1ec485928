import { cookie, type CookieRequest } from "@elysiajs/cookie";
import { parse } from "cookie";

import { SESSION_IDLE_DAYS } from "#contract/limits.ts";
import type { Config } from "#server/config.ts";

import { DEVICE_DAYS } from "./devices.ts";

const DAY_SECONDS = 24 * 60 * 60;
/** Seconds. */
export const SESSION_MAX_AGE = SESSION_IDLE_DAYS * DAY_SECONDS;
export const DEVICE_MAX_AGE = DEVICE_DAYS * DAY_SECONDS;
const TOKEN = /^[\w-]{43}$/;

export type CookieCall = Pick<CookieRequest, "cookie" | "setCookie">;

type Naming = Pick<Config, "secure" | "cookieSuffix">;

/** What each cookie of ours has beside its name, value and age. */
export const cookieAttributes = ({ secure }: Pick<Config, "secure">) =>
  ({ httpOnly: true, secure, sameSite: "lax", path: "/" }) as const;

/** Adds `cookie`, the request's cookies as strings, and `setCookie` with our attributes. */
export const cookies = (config: Pick<Config, "secure">) => cookie(cookieAttributes(config)).as("scoped");

/** For code outside of Elysia, and guards, which run before the plugin. */
export function cookiesOf(request: Request): Partial<Record<string, string>> {
  return parse(request.headers.get("cookie") ?? "");
}

export function hasSessionCookie(request: Request, config: Naming): boolean {
  return cookiesOf(request)[sessionName(config)] !== undefined;
}

export function readSessionToken(cookies: Partial<Record<string, string>>, config: Naming): string | null {
  return tokenOf(cookies[sessionName(config)]);
}

/** Identifies a browser someone signed in from before. */
export function readDeviceToken(cookies: Partial<Record<string, string>>, config: Naming): string | null {
  return tokenOf(cookies[deviceName(config)]);
}

export function setSessionCookie({ setCookie }: Pick<CookieCall, "setCookie">, config: Naming, token: string): void {
  setCookie(sessionName(config), token, { maxAge: SESSION_MAX_AGE });
}

export function setDeviceCookie({ setCookie }: Pick<CookieCall, "setCookie">, config: Naming, token: string): void {
  setCookie(deviceName(config), token, { maxAge: DEVICE_MAX_AGE });
}

export function clearSessionCookie({ setCookie }: Pick<CookieCall, "setCookie">, config: Naming): void {
  setCookie(sessionName(config), "", { maxAge: 0 });
}

/** `__Host-` binds the cookie to this host, but needs https (DESIGN 3). */
export function sessionName({ secure, cookieSuffix }: Naming): string {
  return `${secure ? "__Host-" : ""}session${cookieSuffix}`;
}

export function deviceName({ secure, cookieSuffix }: Naming): string {
  return `${secure ? "__Host-" : ""}device${cookieSuffix}`;
}

export function tokenOf(value: string | undefined): string | null {
  return value !== undefined && TOKEN.test(value) ? value : null;
}
