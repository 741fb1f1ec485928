import { isIPv6 } from "node:net";

import type { Server } from "bun";

import type { Config } from "#server/config.ts";

/**
 * The network address that a call is counted for: the peer's, or what a trusted proxy says of it. Of IPv6 the first
 * 64 bits: one home has them all.
 */
export function callerAddress(request: Request, server: Server<unknown> | null, config: Config): string {
  const peer = plain(server?.requestIP(request)?.address ?? "local");
  return network(forwardedFor(request, peer, config) ?? peer);
}

/** The last address that is not itself a trusted proxy: earlier ones are only what the client claims. */
function forwardedFor(request: Request, peer: string, { trustedProxies }: Config): string | null {
  const isTrusted = (address: string) => trustedProxies?.check(address, isIPv6(address) ? "ipv6" : "ipv4") ?? false;
  if (!isTrusted(peer)) return null;
  const hops =
    request.headers
      .get("x-forwarded-for")
      ?.split(",")
      .map((hop) => plain(hop.trim())) ?? [];
  return hops.findLast((hop) => !isTrusted(hop)) ?? hops[0] ?? null;
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

function network(address: string): string {
  if (!isIPv6(address)) return address.slice(0, 64);
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}
