import { serialize } from "cookie";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

import {
  cookieAttributes,
  DEVICE_MAX_AGE_SECONDS,
  deviceCookieName,
  parseCookies,
  parseToken,
  SESSION_MAX_AGE_SECONDS,
  sessionCookieName,
} from "./cookies.ts";
import { findSession } from "./sessions.ts";

/** Other responses may be cached and served to another client. */
const NO_STORE_PATTERN = /\bno-(?:store|cache)\b/;

export type RenamedCookies = ((headers: Headers) => void) | null;

/** Replaces cookies of earlier versions, whose names had no port (BEYOND 14). Others are another server's. */
export function migrateCookies(deps: Deps, request: Request): RenamedCookies {
  const { config } = deps;
  if (config.cookieSuffix === "" || !request.headers.has("cookie")) return null;
  const legacyCookies = { ...config, cookieSuffix: "" };
  const isSession = (token: string) => findSession(deps, token) !== null;
  const isDevice = (token: string) => deps.stores.devices.isAnybodys(hashToken(token));
  const kinds = [
    {
      old: sessionCookieName(legacyCookies),
      name: sessionCookieName(config),
      isKnown: isSession,
      maxAge: SESSION_MAX_AGE_SECONDS,
    },
    {
      old: deviceCookieName(legacyCookies),
      name: deviceCookieName(config),
      isKnown: isDevice,
      maxAge: DEVICE_MAX_AGE_SECONDS,
    },
  ];
  const cookies = parseCookies(request);
  const attributes = cookieAttributes(config);
  const setCookieHeaders: { name: string; line: string }[] = [];
  for (const { old, name, isKnown, maxAge } of kinds) {
    const [given, current] = [parseToken(cookies[old]), parseToken(cookies[name])];
    if (given === null || !isKnown(given)) continue;
    setCookieHeaders.push({ name: old, line: serialize(old, "", { ...attributes, maxAge: 0 }) });
    if (current !== null && isKnown(current)) continue;
    setCookieHeaders.push({ name, line: serialize(name, given, { ...attributes, maxAge }) });
    cookies[name] = given;
  }
  if (setCookieHeaders.length === 0) return null;
  const pairs = Object.entries(cookies).map(([name, value = ""]) => serialize(name, value));
  request.headers.set("cookie", pairs.join("; "));
  return (headers) => {
    if (!NO_STORE_PATTERN.test(headers.get("cache-control") ?? "")) return;
    const set = new Set(headers.getSetCookie().map((line) => line.slice(0, line.indexOf("="))));
    for (const { name, line } of setCookieHeaders) if (!set.has(name)) headers.append("set-cookie", line);
  };
}
