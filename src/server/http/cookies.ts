import type { Cookie } from "elysia";

import type { Config } from "#server/config.ts";
import { DEVICE_DAYS } from "#server/members/devices.ts";
import { SESSION_IDLE_DAYS } from "#server/members/sessions.ts";

const DAY_SECONDS = 24 * 60 * 60;
const TOKEN = /^[\w-]{43}$/;

type Jar = Record<string, Cookie<unknown>>;

/** `__Host-` binds the cookie to this very host, but browsers take it over https only (DESIGN 3). */
function sessionCookieName(config: Pick<Config, "secure">): string {
  return config.secure ? "__Host-session" : "session";
}

function deviceCookieName(config: Pick<Config, "secure">): string {
  return config.secure ? "__Host-device" : "device";
}

/** What a cookie of the request holds, as it was sent; null when there is none of that name. */
export function cookieIn(request: Request, name: string): string | null {
  const start = `${name}=`;
  const cookies = request.headers.get("cookie")?.split(";") ?? [];
  const found = cookies.map((cookie) => cookie.trim()).find((cookie) => cookie.startsWith(start));
  return found?.slice(start.length).trim() ?? null;
}

/** Whether a request brings a session cookie at all, good or not. */
export function bringsSession(request: Request, config: Pick<Config, "secure">): boolean {
  return cookieIn(request, sessionCookieName(config)) !== null;
}

/** The session token that the request carries, or null. */
export function readSessionToken(jar: Jar, config: Config): string | null {
  return tokenOf(jar[sessionCookieName(config)]);
}

/** The token of a browser in which somebody signed in before, or null. */
export function readDeviceToken(jar: Jar, config: Config): string | null {
  return tokenOf(jar[deviceCookieName(config)]);
}

/** The same from the header itself: to make Elysia's jar of it on each call takes longer than most answers. */
export function readSessionHeader(request: Request, config: Config): string | null {
  const value = cookieIn(request, sessionCookieName(config));
  return value !== null && TOKEN.test(value) ? value : null;
}

/** The session cookie for an answer of a call whose jar was not made. */
export function sessionCookie(config: Config, token: string) {
  return { [sessionCookieName(config)]: sessionAttributes(config, token) };
}

export function setSessionCookie(jar: Jar, config: Config, token: string): void {
  jar[sessionCookieName(config)]?.set(sessionAttributes(config, token));
}

export function setDeviceCookie(jar: Jar, config: Config, token: string): void {
  jar[deviceCookieName(config)]?.set({ ...attributes(config), value: token, maxAge: DEVICE_DAYS * DAY_SECONDS });
}

export function clearSessionCookie(jar: Jar, config: Config): void {
  jar[sessionCookieName(config)]?.set({ ...attributes(config), value: "", maxAge: 0 });
}

function sessionAttributes(config: Config, token: string) {
  return { ...attributes(config), value: token, maxAge: SESSION_IDLE_DAYS * DAY_SECONDS };
}

function attributes(config: Config) {
  return { httpOnly: true, secure: config.secure, sameSite: "lax", path: "/" } as const;
}

/** Elysia decodes cookie values that look like JSON or numbers; a token never does. */
function tokenOf(cookie: Cookie<unknown> | undefined): string | null {
  const value = cookie?.value;
  return typeof value === "string" && TOKEN.test(value) ? value : null;
}
