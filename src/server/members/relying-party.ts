import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

const LOCALHOST = /^https?:\/\/localhost(?::\d+)?$/;

/** The domain passkeys are bound to: PUBLIC_URL's, or localhost. @throws AppError 'conflict' without https */
export function relyingPartyId({ publicUrl }: Pick<Config, "publicUrl">): string {
  const url = publicUrl === null ? null : new URL(publicUrl);
  if (url === null || url.hostname === "localhost") return "localhost";
  if (url.protocol === "https:") return url.hostname;
  throw new AppError("conflict", "Passkeys need https. Sign in with your password.");
}

/** PUBLIC_URL, or on localhost the origin in the answer, whatever its port. */
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
