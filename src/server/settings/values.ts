import { resolve, sep } from "node:path";

import ipaddr from "ipaddr.js";

export type ReportProblem = (message: string) => void;

export function readOrigins(name: string, value: string, fail: ReportProblem): ReadonlySet<string> {
  const origins = value
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
  for (const origin of origins.filter((one) => URL.parse(one)?.origin !== one))
    fail(`${name} must list origins like https://push.example.org, not '${origin}'.`);
  return new Set(origins);
}

export function readOrigin(name: string, address: string | null, fail: ReportProblem): string | null {
  if (address === null) return null;
  const { origin, pathname } = new URL(address);
  if (pathname !== "/") fail(`${name} must be an address without a path, like ${origin}.`);
  return origin;
}

/** `smb://nas/club` and `\\nas\club` would become strange local folders. */
export function readFolder(value: string, fail: ReportProblem): string {
  if (/^[a-z][a-z\d+.-]+:\/\/|^\\\\/i.test(value))
    fail(`STORAGE_DIR must be a folder on this machine, not the network address '${value}'.`);
  return resolve(value);
}

export function readClubMarker(value: string, storageDir: string, fail: ReportProblem): string | null {
  if (value === "") return null;
  const path = resolve(value);
  if (path.startsWith(storageDir + sep))
    fail(`CLUB_MARKER must be outside of STORAGE_DIR, which may be unmounted, not '${value}'.`);
  return path;
}

export function readLine(name: string, value: string, fail: ReportProblem): string {
  if (/\p{Cc}/u.test(value) || value.length > 120) fail(`${name} must be one line of at most 120 characters.`);
  return value;
}

export function readShortName(value: string, fail: ReportProblem): string {
  if (!/^[A-Za-z0-9_-]{1,60}$/.test(value))
    fail(`CLUB_SHORT_NAME may contain only letters, digits, '_' and '-', not '${value}': it names the calendar file.`);
  return value;
}

export const DEFAULT_TIME_ZONE = "America/New_York";

export function readTimeZone(value: string, fail: ReportProblem): string {
  // the first use of a time zone takes longer than most of a start
  if (value === DEFAULT_TIME_ZONE) return value;
  try {
    // the oldest supported browsers don't know an offset such as +05:45
    if (!/^[+-]/.test(value)) return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    // an unknown name
  }
  fail(`CLUB_TIME_ZONE must be the name of a time zone like America/New_York, not '${value}'.`);
  return "UTC";
}

/** Parses `The Club <club@example.org>`. The name is empty if there is only an address. */
export function parseSender(from: string): { name: string; address: string } {
  const [, name = "", address = from] = /^([^<>]*)<([^<>]*)>$/.exec(from) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

export function readEmailFrom(value: string, fail: ReportProblem): string | null {
  if (value === "") return null;
  const isAddress = /^[^\s@<>",;]+@[^\s@<>",;.]+(?:\.[^\s@<>",;.]+)+$/.test(parseSender(value).address);
  if (value.length > 320 || /\p{Cc}/u.test(value) || !isAddress)
    fail(`EMAIL_FROM must be an email address like 'The Club <club@example.org>', not '${value}'.`);
  return value;
}

/** Whose X-Forwarded-For is trusted: the last `count` proxies; null if each is listed. */
export type TrustedProxies = Readonly<{ count: number | null; includes: (address: string) => boolean }>;

export function readProxies(value: string, fail: ReportProblem): TrustedProxies | null {
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
  const [networkAddress, bits] = network.includes("/") ? ipaddr.parseCIDR(network) : [ipaddr.process(network), null];
  return ip.kind() === networkAddress.kind() && ip.match(networkAddress, bits ?? (ip.kind() === "ipv4" ? 32 : 128));
}
