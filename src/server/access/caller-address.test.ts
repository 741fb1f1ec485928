import { expect, test } from "bun:test";

import type { Server } from "bun";

import { readConfig } from "#server/config.ts";

import { getCallerAddress } from "./caller-address.ts";

const callerAddressOf = (peer: string, forwardedFor: string | null, trust = "off", forwarded: string | null = null) => {
  const headers = new Headers(forwardedFor === null ? {} : { "x-forwarded-for": forwardedFor });
  if (forwarded !== null) headers.set("forwarded", forwarded);
  const request = new Request("http://localhost/", { headers });
  const server = { requestIP: () => ({ address: peer, family: "IPv4", port: 1 }) };
  return getCallerAddress(request, server as unknown as Server<unknown>, readConfig({ TRUST_PROXY: trust }));
};

test("ignores X-Forwarded-For unless the peer is trusted (A04)", () => {
  expect(callerAddressOf("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(callerAddressOf("203.0.113.9", "198.51.100.1", "on")).toBe("203.0.113.9");
  expect(callerAddressOf("127.0.0.1", "198.51.100.1", "on")).toBe("198.51.100.1");
  expect(callerAddressOf("10.9.8.7", "198.51.100.1", "10.9.0.0/16")).toBe("198.51.100.1");
});

test("uses the last address that the proxy added", () => {
  expect(callerAddressOf("127.0.0.1", "8.8.8.8, 192.168.1.50", "on")).toBe("192.168.1.50");
  expect(callerAddressOf("127.0.0.1", "1.2.3.4, 198.51.100.1", "on")).toBe("198.51.100.1");
});

test("uses the address that many hops from the right", () => {
  expect(callerAddressOf("127.0.0.1", "8.8.8.8, 192.168.1.50, 10.0.0.2", "2")).toBe("192.168.1.50");
  expect(callerAddressOf("127.0.0.1", "192.168.1.50", "2")).toBe("192.168.1.50");
  expect(callerAddressOf("127.0.0.1", null, "2")).toBe("127.0.0.1");
});

test("uses the last hop that isn't a listed proxy", () => {
  const proxies = "127.0.0.1, 10.9.0.0/16, 2001:db8::/32";
  expect(callerAddressOf("127.0.0.1", "8.8.8.8, 192.168.1.50, 10.9.0.2, 2001:db8::7", proxies)).toBe("192.168.1.50");
  expect(callerAddressOf("::ffff:127.0.0.1", "198.51.100.1, 10.9.0.2", proxies)).toBe("198.51.100.1");
  expect(callerAddressOf("10.8.0.1", "198.51.100.1", proxies)).toBe("10.8.0.1");
  expect(callerAddressOf("127.0.0.1", "unknown, 10.9.0.2", proxies)).toBe("127.0.0.1");
});

test("counts an IPv6 network as one caller, unmaps IPv4", () => {
  expect(callerAddressOf("2001:db8:1:2:3:4:5:6", null)).toBe("2001:db8:1:2::/64");
  expect(callerAddressOf("2001:db8:1:2::99", null)).toBe("2001:db8:1:2::/64");
  expect(callerAddressOf("::1", null)).toBe("::/64");
  expect(callerAddressOf("::ffff:203.0.113.9", null)).toBe("203.0.113.9");
});

test.each([
  ["203.0.113.9:40022", "203.0.113.9"],
  ["203.0.113.9:40022, 203.0.113.9:51873", "203.0.113.9"],
  ["[2001:db8:1:2::7]:40024", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::7]", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::7", "2001:db8:1:2::/64"],
  ["[::ffff:203.0.113.9]:443", "203.0.113.9"],
  ["fe80::1%eth0", "fe80::/64"],
  ['"203.0.113.9"', "203.0.113.9"],
])("parses a hop like %s, whose new port is no new caller (A04)", (hop, caller) => {
  expect(callerAddressOf("127.0.0.1", hop, "on")).toBe(caller);
});

test.each([
  ["for=203.0.113.9", "203.0.113.9"],
  ['for="203.0.113.9:40022";proto=https;by=10.0.0.1', "203.0.113.9"],
  ['proto=https; For="[2001:db8:1:2::7]:40024"', "2001:db8:1:2::/64"],
  ['for=192.0.2.1, for="203.0.113.9:_port"', "203.0.113.9"],
])("a proxy may write Forwarded instead: %s", (header, caller) => {
  expect(callerAddressOf("127.0.0.1", null, "on", header)).toBe(caller);
  expect(callerAddressOf("203.0.113.77", null, "on", header)).toBe("203.0.113.77");
});

test("counts an unreadable header as the proxy itself", () => {
  for (const hop of [
    "unknown",
    "_hidden",
    "",
    ":",
    "300.1.2.3",
    "203.0.113",
    "0x7f.1",
    "[2001:db8::7",
    "a".repeat(9000),
  ])
    expect(callerAddressOf("127.0.0.1", hop, "on")).toBe("127.0.0.1");
  for (const header of ["for=unknown", 'for="_gazonk"', "proto=https", "for", 'for="[2001:db8::7"'])
    expect(callerAddressOf("127.0.0.1", null, "on", header)).toBe("127.0.0.1");
});

test("counts the proxy when its headers disagree", () => {
  expect(callerAddressOf("127.0.0.1", "203.0.113.9:1", "on", "for=203.0.113.9")).toBe("203.0.113.9");
  expect(callerAddressOf("127.0.0.1", "203.0.113.9", "on", "for=8.8.8.8")).toBe("127.0.0.1");
});
