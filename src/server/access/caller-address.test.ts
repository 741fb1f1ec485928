import { expect, test } from "bun:test";

import type { Server } from "bun";

import { readConfig } from "#server/config.ts";

import { callerAddress } from "./caller-address.ts";

const address = (peer: string, forwardedFor: string | null, trust = "off") => {
  const headers = new Headers(forwardedFor === null ? {} : { "x-forwarded-for": forwardedFor });
  const request = new Request("http://localhost/", { headers });
  const server = { requestIP: () => ({ address: peer, family: "IPv4", port: 1 }) };
  return callerAddress(request, server as unknown as Server<unknown>, readConfig({ TRUST_PROXY: trust }));
};

test("X-Forwarded-For is ignored unless the peer is a trusted proxy (A04)", () => {
  expect(address("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(address("203.0.113.9", "198.51.100.1", "on")).toBe("203.0.113.9");
  expect(address("127.0.0.1", "198.51.100.1", "on")).toBe("198.51.100.1");
  expect(address("10.9.8.7", "198.51.100.1", "10.9.0.0/16")).toBe("198.51.100.1");
});

test("a caller in a private network counts under its own address, whatever it claims", () => {
  expect(address("127.0.0.1", "8.8.8.8, 192.168.1.50", "on")).toBe("192.168.1.50");
  expect(address("127.0.0.1", "1.2.3.4, 198.51.100.1", "on")).toBe("198.51.100.1");
});

test("with several proxies in a row the caller is that many hops from the right", () => {
  expect(address("127.0.0.1", "8.8.8.8, 192.168.1.50, 10.0.0.2", "2")).toBe("192.168.1.50");
  expect(address("127.0.0.1", "192.168.1.50", "2")).toBe("192.168.1.50");
  expect(address("127.0.0.1", null, "2")).toBe("127.0.0.1");
});

test("with listed proxies the caller is the last hop that is not one of them", () => {
  const proxies = "127.0.0.1, 10.9.0.0/16, 2001:db8::/32";
  expect(address("127.0.0.1", "8.8.8.8, 192.168.1.50, 10.9.0.2, 2001:db8::7", proxies)).toBe("192.168.1.50");
  expect(address("::ffff:127.0.0.1", "198.51.100.1, 10.9.0.2", proxies)).toBe("198.51.100.1");
  expect(address("10.8.0.1", "198.51.100.1", proxies)).toBe("10.8.0.1");
  expect(address("127.0.0.1", "unknown, 10.9.0.2", proxies)).toBe("unknown");
});

test("one IPv6 network is one caller, and a mapped IPv4 address is that address", () => {
  expect(address("2001:db8:1:2:3:4:5:6", null)).toBe("2001:db8:1:2::/64");
  expect(address("2001:db8:1:2::99", null)).toBe("2001:db8:1:2::/64");
  expect(address("::1", null)).toBe("::/64");
  expect(address("::ffff:203.0.113.9", null)).toBe("203.0.113.9");
});
