import type { Server } from "bun";
import ipaddr from "ipaddr.js";

import type { Config } from "#server/config.ts";
import type { TrustedProxies } from "#server/settings/values.ts";

/** The address under which failures count: the peer's or a trusted proxy's client; for IPv6 the /64 of a household. */
export function getCallerAddress(request: Request, server: Server<unknown> | null, config: Config): string {
  const peerAddress = server?.requestIP(request)?.address ?? "local";
  return toNetwork(findForwardedAddress(request, peerAddress, config.trustedProxies) ?? peerAddress);
}

/** From the right, where proxies append. Null if the headers disagree, as one of them may be the client's. */
function findForwardedAddress(request: Request, peer: string, proxies: Config["trustedProxies"]): string | null {
  if (!proxies?.includes(peer)) return null;
  const xForwardedFor = parseForwardedHops(request.headers.get("x-forwarded-for"), (part) => part);
  const forwarded = parseForwardedHops(request.headers.get("forwarded"), parseForwardedFor);
  const candidates = [xForwardedFor, forwarded]
    .filter((hops) => hops.length > 0)
    .map((hops) => findClientHop(hops, proxies));
  const [caller = null] = candidates;
  return candidates.every((other) => other === caller) ? caller : null;
}

function findClientHop(hops: readonly (string | null)[], { count, includes }: TrustedProxies): string | null {
  const isUntrusted = (hop: string | null) => hop === null || !includes(hop);
  const caller = count === null ? hops.findLast(isUntrusted) : hops.at(-count);
  return caller === undefined ? (hops[0] ?? null) : caller;
}

function parseForwardedHops(header: string | null, read: (part: string) => string): (string | null)[] {
  if (header === null || header.trim() === "") return [];
  return header.split(",").map((part) => parseAddress(read(part)));
}

function parseForwardedFor(part: string): string {
  const pairs = part.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => /^for\s*=/i.test(pair))?.replace(/^for\s*=/i, "") ?? "";
}

function parseAddress(hop: string): string | null {
  const bareAddress = hop.trim().replace(/^"(.*)"$/, "$1");
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::[\w.-]*)?$/.exec(bareAddress) ?? [];
  const [address = ""] = (bracketed ?? dotted ?? bareAddress).split("%", 1);
  const isAddress = ipaddr.IPv6.isValid(address) || ipaddr.IPv4.isValidFourPartDecimal(address);
  return isAddress ? ipaddr.process(address).toString() : null;
}

function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4"
    ? ip.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/64`).toString()}/64`;
}
