import type { Config } from "#server/config.ts";
import { addressIn } from "#server/settings/values.ts";

import { isPublicHost } from "./endpoints.ts";

type Settings = Pick<Config, "publicUrl"> & { email: Pick<Config["email"], "from"> };

/**
 * Whom push services may write to (RFC 8292, 2.1): PUBLIC_URL, or the address in EMAIL_FROM where that is a name of a
 * local network. @returns null when neither will do: Apple's and Mozilla's refuse the notices then
 */
export function findPushSubject({ publicUrl, email }: Settings): string | null {
  if (publicUrl?.startsWith("https://") && isPublicHost(new URL(publicUrl).hostname)) return publicUrl;
  const from = addressIn(email.from ?? "");
  return isPublicHost(from.split("@").at(-1) ?? "") ? `mailto:${from}` : null;
}
