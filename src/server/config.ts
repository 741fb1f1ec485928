import { existsSync, readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import { resolve } from "node:path";

import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";

import packageFile from "../../package.json" with { type: "json" };

/** The program's version, as `bookclub version` and `GET /api/health` say it. */
export const VERSION: string = packageFile.version;

/** The settings of a running club, checked and frozen (DESIGN 2). */
export type Config = Readonly<{
  host: string;
  port: number;
  /** Absolute path of the folder that holds everything the club owns. */
  storageDir: string;
  /** The one public address without a final slash, or null when none is set. */
  publicUrl: string | null;
  /** True when PUBLIC_URL is https: cookies are Secure and HSTS is sent. */
  secure: boolean;
  /** Peers whose X-Forwarded-For is believed. */
  trustedProxies: BlockList | null;
  clubName: string;
  clubShortName: string;
  clubSince: number;
  clubTimeZone: string;
  /** Null for our own initials picture. */
  teamAvatarUrl: string | null;
  passwordMinLength: number;
  email: Readonly<{
    region: string | null;
    accessKeyId: string | null;
    secretAccessKey: string | null;
    from: string | null;
    endpoint: string | null;
  }>;
  openLibraryUrl: string;
  googleBooksUrl: string;
  googleBooksKey: string | null;
  maxUploadBytes: number;
  /** Whether the club backs itself up each night, into its own storage. */
  nightlyBackup: boolean;
  /** Who shows this may read /metrics from anywhere; null for this machine alone. */
  metricsToken: string | null;
  logFormat: "text" | "json";
  logLevel: "debug" | "info" | "warn" | "error";
}>;

/** Every fault of the settings at once; `message` has one line for each. */
export class ConfigFault extends Error {
  override name = "ConfigFault";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from environment variables; each secret also from the file that `NAME_FILE` names.
 * @throws ConfigFault that lists every fault
 */
export function readConfig(environment: Environment): Config {
  const faults: string[] = [];
  const text = (name: string, fallback: string) => environment[name]?.trim() || fallback;
  const fail = (fault: string) => {
    faults.push(fault);
  };
  const whole = (name: string, fallback: number, lowest: number, highest: number) => {
    const value = text(name, String(fallback));
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= lowest && number <= highest) return number;
    fail(`${name} must be a whole number from ${lowest} to ${highest}, not '${value}'.`);
    return fallback;
  };
  const oneOf = <Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice => {
    const value = text(name, choices[0]);
    const found = choices.find((choice) => choice === value);
    if (!found) fail(`${name} must be one of ${choices.join(", ")}, not '${value}'.`);
    return found ?? choices[0];
  };
  const url = (name: string, fallback: string | null) => {
    const value = text(name, fallback ?? "");
    if (value === "") return null;
    if (/^https?:$/.test(URL.parse(value)?.protocol ?? "")) return value.replace(/\/+$/, "");
    fail(`${name} must be an address that begins with http:// or https://, not '${value}'.`);
    return null;
  };
  const secret = (name: string) => {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) return text(name, "") || null;
    try {
      if (existsSync(file)) return readFileSync(file, "utf8").trim() || null;
      fail(`${name}_FILE names ${file}, which does not exist.`);
    } catch {
      fail(`${name}_FILE names ${file}, which is no file that this account may read.`);
    }
    return null;
  };

  const clubName = text("CLUB_NAME", "Synopses & Sips Book Club");
  const publicUrl = originOf("PUBLIC_URL", url("PUBLIC_URL", null), fail);
  const config: Config = {
    host: text("HOST", "127.0.0.1"),
    port: whole("PORT", 3000, 0, 65_535),
    storageDir: readFolder(text("STORAGE_DIR", "./storage"), fail),
    publicUrl,
    secure: publicUrl?.startsWith("https://") ?? false,
    trustedProxies: readProxies(text("TRUST_PROXY", "off"), fail),
    clubName: oneLine("CLUB_NAME", clubName, fail),
    clubShortName: readShortName(text("CLUB_SHORT_NAME", "synopses_and_sips"), fail),
    clubSince: whole("CLUB_SINCE", 2018, 1000, 9999),
    clubTimeZone: readTimeZone(text("CLUB_TIME_ZONE", DEFAULT_TIME_ZONE), fail),
    teamAvatarUrl:
      text("TEAM_AVATAR_URL", "") === "local"
        ? null
        : url("TEAM_AVATAR_URL", `https://ui-avatars.com/api/?size=96&name=${encodeURIComponent(clubName)}`),
    passwordMinLength: whole("PASSWORD_MIN_LENGTH", PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH, 128),
    email: Object.freeze({
      region: text("AWS_REGION", "") || null,
      accessKeyId: secret("AWS_ACCESS_KEY_ID"),
      secretAccessKey: secret("AWS_SECRET_ACCESS_KEY"),
      from: readFrom(text("EMAIL_FROM", ""), fail),
      endpoint: url("AWS_ENDPOINT_URL_SES", null),
    }),
    openLibraryUrl: url("OPEN_LIBRARY_URL", "https://openlibrary.org") ?? "",
    googleBooksUrl: url("GOOGLE_BOOKS_URL", "https://www.googleapis.com/books/v1") ?? "",
    googleBooksKey: secret("GOOGLE_BOOKS_KEY"),
    maxUploadBytes: whole("MAX_UPLOAD_MB", 4096, 1, 1_000_000) * 1024 * 1024,
    nightlyBackup: oneOf("NIGHTLY_BACKUP", ["on", "off"]) === "on",
    metricsToken: secret("METRICS_TOKEN"),
    logFormat: oneOf("LOG_FORMAT", ["text", "json"]),
    logLevel: oneOf("LOG_LEVEL", ["info", "debug", "warn", "error"]),
  };
  if (faults.length > 0) throw new ConfigFault(faults);
  return Object.freeze(config);
}

type Fail = (fault: string) => void;

function originOf(name: string, address: string | null, fail: Fail): string | null {
  if (address === null) return null;
  const { origin, pathname } = new URL(address);
  if (pathname !== "/") fail(`${name} must be an address without a path, like ${origin}.`);
  return origin;
}

/** `smb://nas/club` and `\\nas\club` would become strange folders beside the program. */
function readFolder(value: string, fail: Fail): string {
  if (/^[a-z][a-z\d+.-]+:\/\/|^\\\\/i.test(value))
    fail(`STORAGE_DIR must be a folder of this machine, not the network address '${value}'.`);
  return resolve(value);
}

function oneLine(name: string, value: string, fail: Fail): string {
  if (/\p{Cc}/u.test(value) || value.length > 120) fail(`${name} must be one line of at most 120 characters.`);
  return value;
}

function readShortName(value: string, fail: Fail): string {
  if (!/^[A-Za-z0-9_-]{1,60}$/.test(value))
    fail(`CLUB_SHORT_NAME may hold letters, digits, '_' and '-' only, not '${value}': it names the calendar file.`);
  return value;
}

const DEFAULT_TIME_ZONE = "America/New_York";

function readTimeZone(value: string, fail: Fail): string {
  // known to be right, and the first use of a time zone takes longer than most of a start
  if (value === DEFAULT_TIME_ZONE) return value;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    fail(`CLUB_TIME_ZONE must be the name of a time zone like America/New_York, not '${value}'.`);
    return "UTC";
  }
}

function readFrom(value: string, fail: Fail): string | null {
  if (value === "") return null;
  if (value.length > 320 || /\p{Cc}/u.test(value) || !/[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+>?$/.test(value))
    fail(`EMAIL_FROM must be an e-mail address like 'The Club <club@example.org>', not '${value}'.`);
  return value;
}

/** `off`, `on` (peers on this machine and in private networks), or a list of addresses and networks. */
function readProxies(value: string, fail: Fail): BlockList | null {
  if (value === "off") return null;
  const proxies = new BlockList();
  const networks =
    value === "on"
      ? ["127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]
      : value.split(",");
  for (const network of networks) {
    const [address = "", prefix] = network.trim().split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const bits = Number(prefix ?? (family === "ipv6" ? 128 : 32));
    if (isIP(address) === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === "ipv6" ? 128 : 32))
      fail(`TRUST_PROXY must be off, on, or addresses like 10.0.0.0/8, not '${network.trim()}'.`);
    else proxies.addSubnet(address, bits, family);
  }
  return proxies;
}
