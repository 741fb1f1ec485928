import { expect, test } from "bun:test";

import type { Server } from "bun";

import { readConfig } from "#server/config.ts";

import { callerAddress } from "./caller.ts";

const address = (peer: string, forwardedFor: string | null, trust = "off") => {
  const headers = new Headers(forwardedFor === null ? {} : { "x-forwarded-for": forwardedFor });
  const request = new Request("http://localhost/", { headers });
  const server = { requestIP: () => ({ address: peer, family: "IPv4", port: 1 }) };
  return callerAddress(request, server as unknown as Server<unknown>, readConfig({ TRUST_PROXY: trust }));
};

test("X-Forwarded-For counts for nothing unless the peer is a trusted proxy (A04)", () => {
  expect(address("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(address("203.0.113.9", "198.51.100.1", "on")).toBe("203.0.113.9");
  expect(address("127.0.0.1", "198.51.100.1", "on")).toBe("198.51.100.1");
  expect(address("10.9.8.7", "198.51.100.1", "10.9.0.0/16")).toBe("198.51.100.1");
});

test("of several hops it is the last that no trusted proxy is: earlier ones are what the client claims", () => {
  expect(address("127.0.0.1", "1.2.3.4, 198.51.100.1, 10.0.0.2", "on")).toBe("198.51.100.1");
});

test("one IPv6 network is one caller, and a mapped IPv4 address is that address", () => {
  expect(address("2001:db8:1:2:3:4:5:6", null)).toBe("2001:db8:1:2::/64");
  expect(address("2001:db8:1:2::99", null)).toBe("2001:db8:1:2::/64");
  expect(address("::1", null)).toBe("0:0:0:0::/64");
  expect(address("::ffff:203.0.113.9", null)).toBe("203.0.113.9");
});
