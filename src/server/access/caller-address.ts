import type { Server } from "bun";
import ipaddr from "ipaddr.js";

import type { Config } from "#server/config.ts";

/** The address failures count under: the peer's or a trusted proxy's; for IPv6 the /64, which one household owns. */
export function callerAddress(request: Request, server: Server<unknown> | null, config: Config): string {
  const peer = server?.requestIP(request)?.address ?? "local";
  return network(forwardedFor(request, peer, config) ?? peer);
}

/** Counts from the right, where each proxy appends its peer; what is further left is the client's claim. */
function forwardedFor(request: Request, peer: string, { trustedProxies }: Config): string | null {
  if (!trustedProxies?.includes(peer)) return null;
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  const { count } = trustedProxies;
  const caller = count === null ? hops.findLast((hop) => !trustedProxies.includes(hop)) : hops.at(-count);
  return (caller ?? hops[0]) || null;
}

function network(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 64);
  // unmaps IPv4-mapped addresses
  const ip = ipaddr.process(address);
  return ip.kind() === "ipv4"
    ? ip.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${ip.toString()}/64`).toString()}/64`;
}
