import { isIPv4, isIPv6 } from "node:net";

/**
 * What a mail client may call itself (RFC 5321, 4.1.3), of an address's host: strict servers drop a bare IP address, a
 * name without a dot and one with an underscore. @returns null for what isn't one
 */
export function greetingName(hostname: string): string | null {
  const host = hostname.replaceAll(/^\[|\]$|\.$/g, "");
  if (isIPv4(host)) return `[${host}]`;
  if (isIPv6(host)) return `[IPv6:${host}]`;
  return /^(?!-)[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(host) ? host : null;
}
