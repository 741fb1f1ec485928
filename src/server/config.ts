import { existsSync, readFileSync } from "node:fs";

import { PASSWORD_MIN_LENGTH } from "#contract/limits.ts";
import { readProxies } from "#server/settings/values.ts";

import packageFile from "../../package.json" with { type: "json" };
import { createHideSecrets } from "./settings/hide-secrets.ts";
import { readMailService } from "./settings/mail.ts";
import {
  DEFAULT_TIME_ZONE,
  readClubMarker,
  readEmailFrom,
  readFolder,
  readLine,
  readOrigin,
  readOrigins,
  readShortName,
  readTimeZone,
} from "./settings/values.ts";

export const VERSION: string = packageFile.version;

/** Only defined in a build. */
declare const BUILD_COMMIT: string;
/** For example '1.0.0 (25a76fae92c1)', or '1.0.0 (dev)' without a commit. */
export const BUILD = `${VERSION} (${typeof BUILD_COMMIT === "undefined" ? "dev" : BUILD_COMMIT})`;

export type Config = ReturnType<typeof readConfig>;
export type BucketSettings = NonNullable<Config["s3"]>;
export type EmailSettings = Config["email"];
export type SesSettings = Omit<EmailSettings, "from" | "way" | "smtp">;
export type SmtpSettings = EmailSettings["smtp"];

export class ConfigError extends Error {
  override name = "ConfigError";
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(issues.join("\n"));
    this.issues = issues;
  }
}

/** Reads environment variables; secrets also from the file in `NAME_FILE`. @throws ConfigError with all issues */
export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const issues: string[] = [];
  const text = (name: string, fallback: string) => environment[name]?.trim() || fallback;
  const fail = (issue: string) => {
    issues.push(issue);
  };
  const readWholeNumber = (name: string, fallback: number, min: number, max: number) => {
    const value = text(name, String(fallback));
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    fail(`${name} must be a whole number from ${min} to ${max}, not '${value}'.`);
    return fallback;
  };
  const readChoice = <Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice => {
    const value = text(name, choices[0]);
    const match = choices.find((choice) => choice === value);
    if (!match) fail(`${name} must be one of ${choices.join(", ")}, not '${value}'.`);
    return match ?? choices[0];
  };
  const url = (name: string, fallback: string | null) => {
    const value = text(name, fallback ?? "");
    if (value === "") return null;
    if (/^https?:$/.test(URL.parse(value)?.protocol ?? "")) return value.replace(/(?<!\/)\/+$/, "");
    fail(`${name} must be an address starting with http:// or https://, not '${value}'.`);
    return null;
  };
  const readSecret = (name: string) => {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) return text(name, "") || null;
    try {
      const value = existsSync(file) ? readFileSync(file, "utf8").trim() : null;
      if (value) return value;
      fail(`${name}_FILE names ${file}, which ${value === null ? "doesn't exist" : "is empty"}.`);
    } catch {
      fail(`${name}_FILE names ${file}, which this account can't read.`);
    }
    return null;
  };
  const secrets: string[] = [];
  const hideSecrets = createHideSecrets(secrets);
  const readAndHideSecret = (name: string) => {
    const value = readSecret(name);
    if (value !== null) secrets.push(value);
    return value;
  };

  const endpoint = url("S3_ENDPOINT", null);
  const accessKeyId = readAndHideSecret("S3_ACCESS_KEY_ID");
  const secretAccessKey = readAndHideSecret("S3_SECRET_ACCESS_KEY");
  const s3Access =
    endpoint !== null && accessKeyId !== null && secretAccessKey !== null
      ? Object.freeze({ endpoint, accessKeyId, secretAccessKey, region: text("S3_REGION", "us-east-1"), hideSecrets })
      : null;
  const bucket = text("S3_BUCKET", "");
  if (bucket !== "" && !s3Access) fail("S3_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too.");

  const media = readChoice("MEDIA", ["disk", "s3"]);
  if (media === "s3" && bucket === "") fail("MEDIA=s3 needs S3_BUCKET and the settings beside it.");

  const readEmail = () => {
    const ses = {
      region: text("AWS_REGION", "") || null,
      accessKeyId: readAndHideSecret("AWS_ACCESS_KEY_ID"),
      secretAccessKey: readAndHideSecret("AWS_SECRET_ACCESS_KEY"),
    };
    const smtp = Object.freeze({
      address: text("SMTP_ADDRESS", "") || null,
      port: readWholeNumber("SMTP_PORT", 587, 1, 65_535),
      username: text("SMTP_USERNAME", "") || null,
      password: readAndHideSecret("SMTP_PASSWORD"),
      hideSecrets,
      /** starttls: encrypted after a plain greeting. tls: from the first byte. none: on this machine only. */
      security: readChoice("SMTP_SECURITY", ["starttls", "tls", "none"]),
    });
    return Object.freeze({
      ...ses,
      hideSecrets,
      from: readEmailFrom(text("EMAIL_FROM", text("MAILER_FROM_ADDRESS", "")), fail),
      endpoint: url("AWS_ENDPOINT_URL_SES", null),
      way: readMailService(text("MAIL", ""), ses, smtp, fail),
      smtp,
    });
  };

  const clubName = text("CLUB_NAME", "Synopses & Sips Book Club");
  const publicUrl = readOrigin("PUBLIC_URL", url("PUBLIC_URL", null), fail);
  const storageDir = readFolder(text("STORAGE_DIR", "./storage"), fail);
  const config = {
    host: text("HOST", "127.0.0.1").replace(/^\[(.*)\]$/, "$1"),
    port: readWholeNumber("PORT", 3000, 0, 65_535),
    storageDir,
    /** A file outside of the storage whose existence means that the club exists. */
    clubMarker: readClubMarker(text("CLUB_MARKER", ""), storageDir, fail),
    publicUrl,
    /** PUBLIC_URL is https: cookies are Secure and HSTS is sent. */
    secure: publicUrl?.startsWith("https://") ?? false,
    /** For example `-8443` if PUBLIC_URL has a port, because cookies of all ports are shared. */
    cookieSuffix: publicUrl === null ? "" : new URL(publicUrl).port.replace(/^(?=.)/, "-"),
    trustedProxies: readProxies(text("TRUST_PROXY", "off"), fail),
    clubName: readLine("CLUB_NAME", clubName, fail),
    clubShortName: readShortName(text("CLUB_SHORT_NAME", "synopses_and_sips"), fail),
    clubSince: readWholeNumber("CLUB_SINCE", 2018, 1000, 9999),
    clubTimeZone: readTimeZone(text("CLUB_TIME_ZONE", DEFAULT_TIME_ZONE), fail),
    teamAvatarUrl:
      text("TEAM_AVATAR_URL", "") === "local"
        ? null
        : url("TEAM_AVATAR_URL", `https://ui-avatars.com/api/?size=96&name=${encodeURIComponent(clubName)}`),
    passwordMinLength: readWholeNumber("PASSWORD_MIN_LENGTH", PASSWORD_MIN_LENGTH, PASSWORD_MIN_LENGTH, 128),
    email: readEmail(),
    openLibraryUrl: url("OPEN_LIBRARY_URL", "https://openlibrary.org") ?? "",
    googleBooksUrl: url("GOOGLE_BOOKS_URL", "https://www.googleapis.com/books/v1") ?? "",
    googleBooksKey: readAndHideSecret("GOOGLE_BOOKS_KEY"),
    s3Access,
    s3: s3Access && bucket !== "" ? Object.freeze({ ...s3Access, bucket }) : null,
    /** Where books are stored; with s3, `s3` is set. */
    media,
    backupKey: readAndHideSecret("BACKUP_KEY"),
    maxUploadBytes: readWholeNumber("MAX_UPLOAD_MB", 4096, 1, 1_000_000) * 1024 * 1024,
    nightlyBackup: readChoice("NIGHTLY_BACKUP", ["on", "off"]) === "on",
    /** Null allows /metrics only from this machine. */
    metricsToken: readAndHideSecret("METRICS_TOKEN"),
    /** Additional push services, for tests. */
    pushOrigins: readOrigins("PUSH_ORIGINS", text("PUSH_ORIGINS", ""), fail),
    logFormat: readChoice("LOG_FORMAT", ["text", "json"]),
    logLevel: readChoice("LOG_LEVEL", ["info", "debug", "warn", "error"]),
    /** For text of other services, before it is logged, shown or stored. */
    hideSecrets,
  };
  if (issues.length > 0) throw new ConfigError(issues);
  return Object.freeze(config);
}

/** The origin of links in mails and feeds: PUBLIC_URL, otherwise the address that the server listens on. */
export function publicOrigin(config: Pick<Config, "publicUrl" | "host" | "port">): string {
  const host = config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host;
  return config.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${config.port}`;
}
