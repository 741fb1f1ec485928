import ipaddr from "ipaddr.js";

import type { Fail } from "./values.ts";

/** Whose X-Forwarded-For is trusted: the last `count` proxies, or null where each is listed. */
export type TrustedProxies = Readonly<{ count: number | null; includes: (address: string) => boolean }>;

/** `off`; `on` or a number of proxies, all in private networks; or their addresses and networks. */
export function readProxies(value: string, fail: Fail): TrustedProxies | null {
  if (value === "off") return null;
  const count = value === "on" ? 1 : Number(value);
  if (Number.isInteger(count) && count > 0 && count < 10) return { count, includes: isPrivate };
  const networks = value.split(",").map((network) => network.trim());
  for (const network of networks.filter((one) => !ipaddr.isValidCIDR(one) && !ipaddr.isValid(one)))
    fail(`TRUST_PROXY must be off, on, a number of proxies, or addresses like 10.0.0.0/8, not '${network}'.`);
  return { count: null, includes: (address) => networks.some((network) => isWithin(address, network)) };
}

function isPrivate(address: string): boolean {
  return ipaddr.isValid(address) && ["loopback", "private", "uniqueLocal"].includes(ipaddr.process(address).range());
}

function isWithin(address: string, network: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const ip = ipaddr.process(address);
  const [first, bits] = network.includes("/") ? ipaddr.parseCIDR(network) : [ipaddr.process(network), null];
  return ip.kind() === first.kind() && ip.match(first, bits ?? (ip.kind() === "ipv4" ? 32 : 128));
}
