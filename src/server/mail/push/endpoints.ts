import ipaddr from "ipaddr.js";

import { resolveHost } from "#server/adapters/dns.ts";
import type { Config } from "#server/config.ts";
import { parseSender } from "#server/settings/values.ts";

type PushConfig = Pick<Config, "pushOrigins">;

/** Members supply the URL, so it must not point into a private network. */
export function isPublicEndpoint({ pushOrigins }: PushConfig, endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username !== "" || url.password !== "") return false;
  if (pushOrigins.has(url.origin)) return true;
  if (url.protocol !== "https:" || (url.port !== "" && url.port !== "443")) return false;
  return isPublicHostname(url.hostname);
}

/** False for IP addresses and names in local networks. */
function isPublicHostname(hostname: string): boolean {
  const host = hostname.replaceAll(/^\[|[\].]$/g, "").toLowerCase();
  return (
    host.includes(".") &&
    !ipaddr.isValid(host) &&
    !/\.(?:local|localhost|localdomain|internal|intranet|lan|home|home\.arpa|test|invalid|example)$/.test(host)
  );
}

export async function resolvesToPublicAddress(pushConfig: PushConfig, endpoint: string): Promise<boolean> {
  const url = new URL(endpoint);
  if (pushConfig.pushOrigins.has(url.origin)) return true;
  if (!isPublicEndpoint(pushConfig, endpoint)) return false;
  const addresses = await resolveHost(url.hostname);
  return addresses.length > 0 && addresses.every((address) => ipaddr.process(address).range() === "unicast");
}

type SubjectSettings = Pick<Config, "publicUrl"> & { email: Pick<Config["email"], "from"> };

/** Push services' contact (RFC 8292). Null if neither URL nor sender is public, which Apple and Mozilla reject. */
export function findPushSubject({ publicUrl, email }: SubjectSettings): string | null {
  if (publicUrl?.startsWith("https://") && isPublicHostname(new URL(publicUrl).hostname)) return publicUrl;
  const sender = parseSender(email.from ?? "").address;
  return isPublicHostname(sender.split("@").at(-1) ?? "") ? `mailto:${sender}` : null;
}
