import type { Config } from "#server/config.ts";
import { AppError } from "#server/http/errors.ts";

const LOCALHOST = /^https?:\/\/localhost(?::\d+)?$/;

/**
 * The name that passkeys of this club are bound to: the host of PUBLIC_URL, or localhost.
 * @throws AppError 'conflict' where browsers know no passkeys: without https
 */
export function relyingPartyId({ publicUrl }: Pick<Config, "publicUrl">): string {
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url === null || url.hostname === "localhost") return "localhost";
  if (url.protocol === "https:") return url.hostname;
  throw new AppError("conflict", "Passkeys need https. Sign in with your password.");
}

/** The origin that an answer must come from: PUBLIC_URL, or on localhost the one that it says, whatever its port. */
export function expectedOrigin({ publicUrl }: Pick<Config, "publicUrl">, answer: object): string {
  if (publicUrl !== null && new URL(publicUrl).hostname !== "localhost") return publicUrl;
  const said = originOf(answer);
  return LOCALHOST.test(said) ? said : "http://localhost";
}

function originOf(answer: object): string {
  try {
    const inner: unknown = "response" in answer ? answer.response : null;
    if (typeof inner !== "object" || inner === null || !("clientDataJSON" in inner)) return "";
    const data: unknown = JSON.parse(Buffer.from(String(inner.clientDataJSON), "base64url").toString());
    return typeof data === "object" && data !== null && "origin" in data ? String(data.origin) : "";
  } catch {
    return "";
  }
}
