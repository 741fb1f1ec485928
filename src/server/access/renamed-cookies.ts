import { serialize } from "cookie";

import { hashToken } from "#server/adapters/secrets.ts";
import type { Deps } from "#server/deps.ts";

import { cookieAttributes, cookieName, MAX_AGE_SECONDS, parseCookies, readToken } from "./cookies.ts";
import { findSession } from "./sessions.ts";

/** Other responses may be cached and served to another client. */
const NO_STORE_PATTERN = /\bno-(?:store|cache)\b/;

export type RenamedCookies = ((headers: Headers) => void) | null;

/** Replaces cookies of earlier versions, whose names had no port (BEYOND 14). Others are another server's. */
export function migrateCookies(deps: Deps, request: Request): RenamedCookies {
  const { config } = deps;
  if (config.cookieSuffix === "" || !request.headers.has("cookie")) return null;
  const legacyCookies = { ...config, cookieSuffix: "" };
  const validators = {
    session: (token: string) => findSession(deps, token) !== null,
    device: (token: string) => deps.stores.devices.exists(hashToken(token)),
  };
  const cookies = parseCookies(request);
  const attributes = cookieAttributes(config);
  const setCookieHeaders: { name: string; line: string }[] = [];
  const renamedPairs: string[] = [];
  for (const kind of ["session", "device"] as const) {
    const [oldName, name] = [cookieName(kind, legacyCookies), cookieName(kind, config)];
    const [oldToken, currentToken] = [readToken(cookies, kind, legacyCookies), readToken(cookies, kind, config)];
    if (oldToken === null || !validators[kind](oldToken)) continue;
    setCookieHeaders.push({ name: oldName, line: serialize(oldName, "", { ...attributes, maxAge: 0 }) });
    if (currentToken !== null && validators[kind](currentToken)) continue;
    setCookieHeaders.push({ name, line: serialize(name, oldToken, { ...attributes, maxAge: MAX_AGE_SECONDS[kind] }) });
    renamedPairs.push(`${name}=${oldToken}`);
  }
  if (setCookieHeaders.length === 0) return null;
  // the first of two cookies with a name counts; names of other programs can't always be serialized
  const cookieHeader = [...renamedPairs, request.headers.get("cookie")].join("; ");
  request.headers.set("cookie", cookieHeader);
  return (headers) => {
    if (!NO_STORE_PATTERN.test(headers.get("cache-control") ?? "")) return;
    const setNames = new Set(headers.getSetCookie().map((line) => line.slice(0, line.indexOf("="))));
    for (const { name, line } of setCookieHeaders) if (!setNames.has(name)) headers.append("set-cookie", line);
  };
}
