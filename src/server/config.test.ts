import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { listMissingSettings } from "#server/outbox/outbox.ts";

import { ConfigError, readConfig } from "./config.ts";
import { parseSender } from "./settings/values.ts";

const errorsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.issues : [String(error)];
  }
};

describe("the settings", () => {
  test("have the documented defaults", () => {
    expect(readConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      publicUrl: null,
      secure: false,
      clubName: "Synopses & Sips Book Club",
      clubShortName: "synopses_and_sips",
      clubSince: 2018,
      clubTimeZone: "America/New_York",
      maxUploadBytes: 4096 * 1024 * 1024,
      logFormat: "text",
    });
  });

  test("report every error at once, each with its variable", () => {
    const errors = errorsOf({
      PORT: "seven",
      PUBLIC_URL: "club.example.org",
      CLUB_TIME_ZONE: "Mars/Olympus",
      CLUB_SHORT_NAME: "../x",
      TRUST_PROXY: "maybe",
      LOG_FORMAT: "xml",
      EMAIL_FROM: "nobody",
      MAX_UPLOAD_MB: "0",
      GOOGLE_BOOKS_KEY_FILE: "/no/such/file",
    });
    expect(errors.map((error) => error.split(" ")[0]).toSorted()).toEqual([
      "CLUB_SHORT_NAME",
      "CLUB_TIME_ZONE",
      "EMAIL_FROM",
      "GOOGLE_BOOKS_KEY_FILE",
      "LOG_FORMAT",
      "MAX_UPLOAD_MB",
      "PORT",
      "PUBLIC_URL",
      "TRUST_PROXY",
    ]);
    for (const error of errors) expect(error).toEndWith(".");
  });

  test("reject an offset, which old browsers don't know", () => {
    const issue = "CLUB_TIME_ZONE must be the name of a time zone like America/New_York, not";
    for (const offset of ["+05:45", "-08", "+0545"])
      expect(errorsOf({ CLUB_TIME_ZONE: offset })).toEqual([`${issue} '${offset}'.`]);
    for (const name of ["Etc/GMT-5", "UTC", "asia/kathmandu"]) expect(errorsOf({ CLUB_TIME_ZONE: name })).toEqual([]);
  });

  test("reject a network address as the storage folder (F03)", () => {
    for (const address of ["smb://nas/club", "nfs://nas/club", "file:///srv/club", "\\\\nas\\club"])
      expect(errorsOf({ STORAGE_DIR: address })).toEqual([
        `STORAGE_DIR must be a folder on this machine, not the network address '${address}'.`,
      ]);
    for (const folder of ["./storage", "/srv/club", "C:/club", "a:b"])
      expect(errorsOf({ STORAGE_DIR: folder })).toEqual([]);
  });

  test("reject a line break in the club's name", () => {
    expect(errorsOf({ CLUB_NAME: "A\nB" })).toHaveLength(1);
  });

  test("accept an IPv6 address in brackets", () => {
    for (const [HOST, host] of [
      ["[::]", "::"],
      ["[::1]", "::1"],
      ["::1", "::1"],
    ] as const)
      expect(readConfig({ HOST }).host).toBe(host);
  });

  test("keep PUBLIC_URL's origin and reject a path", () => {
    expect(readConfig({ PUBLIC_URL: "https://club.example.org/" })).toMatchObject({
      publicUrl: "https://club.example.org",
      secure: true,
    });
    expect(errorsOf({ PUBLIC_URL: "https://example.org/club" })).toHaveLength(1);
  });

  test("read a secret from the file that NAME_FILE names", () => {
    const folder = mkdtempSync(join(tmpdir(), "bookclub-config-"));
    const file = join(folder, "key");
    writeFileSync(file, "s3cret\n");
    expect(readConfig({ AWS_SECRET_ACCESS_KEY_FILE: file }).email.secretAccessKey).toBe("s3cret");
    // containers create a folder in place of a missing file; it must not hide other errors
    expect(errorsOf({ AWS_SECRET_ACCESS_KEY_FILE: folder, PORT: "x" })).toEqual([
      "PORT must be a whole number from 0 to 65535, not 'x'.",
      `AWS_SECRET_ACCESS_KEY_FILE names ${folder}, which this account can't read.`,
    ]);
    rmSync(folder, { recursive: true });
  });

  test("refuse a secret's empty file, which would mean no secret", () => {
    const folder = mkdtempSync(join(tmpdir(), "bookclub-config-"));
    const file = join(folder, "key");
    for (const text of ["", "\uFEFF \r\n"]) {
      writeFileSync(file, text);
      expect(errorsOf({ BACKUP_KEY_FILE: file })).toEqual([`BACKUP_KEY_FILE names ${file}, which is empty.`]);
    }
    rmSync(folder, { recursive: true });
  });

  test.each([
    "club@example.org",
    "<club@example.org>",
    '"The Club" <club@example.org>',
    "Wine, Books <club@example.org>",
    'The "Best" Club <club@example.org>',
  ])("accept the sender %s", (EMAIL_FROM) => {
    expect(parseSender(readConfig({ EMAIL_FROM }).email.from ?? "").address).toBe("club@example.org");
  });

  test.each([
    '"club@example.org"',
    "The Club club@example.org",
    "The Club <club@example.org",
    "club@example.org>",
    "club@example.org, other@example.org",
    "The Club <>",
  ])("refuse the sender %s", (EMAIL_FROM) => {
    expect(errorsOf({ EMAIL_FROM })).toEqual([expect.stringContaining("EMAIL_FROM must be an email address")]);
  });

  test("refuse a marker that would be unmounted with the storage", () => {
    expect(readConfig({}).clubMarker).toBeNull();
    expect(readConfig({ STORAGE_DIR: "/srv/club", CLUB_MARKER: "/srv/club-marker" }).clubMarker).toBe(
      "/srv/club-marker",
    );
    expect(errorsOf({ STORAGE_DIR: "/srv/club", CLUB_MARKER: "/srv/club/marker" })).toEqual([
      "CLUB_MARKER must be outside of STORAGE_DIR, which may be unmounted, not '/srv/club/marker'.",
    ]);
  });

  test("choose SES or SMTP, and refuse unclear or plain settings", () => {
    const smtp = { SMTP_ADDRESS: "smtp.example.org" };
    const ses = { AWS_REGION: "us-east-1" };
    expect(readConfig({}).email.way).toBe("ses");
    expect(readConfig(ses).email.way).toBe("ses");
    expect(readConfig(smtp).email).toMatchObject({ way: "smtp", smtp: { port: 587, security: "starttls" } });
    for (const MAIL of ["ses", "smtp"] as const) expect(readConfig({ ...smtp, ...ses, MAIL }).email.way).toBe(MAIL);
    for (const aws of [ses, { AWS_ACCESS_KEY_ID: "a" }, { AWS_SECRET_ACCESS_KEY: "b" }])
      expect(errorsOf({ ...smtp, ...aws })).toEqual([expect.stringContaining("MAIL=smtp or MAIL=ses")]);
    expect(errorsOf({ MAIL: "pigeon" })).toEqual(["MAIL must be one of ses, smtp, not 'pigeon'."]);
    // variables that sudo and a login set aren't for the club
    for (const [transport, settings] of [
      ["ses", ses],
      ["smtp", smtp],
    ] as const)
      expect(readConfig({ ...settings, MAIL: "/var/mail/bookclub" }).email.way).toBe(transport);
    expect(errorsOf({ ...smtp, SMTP_SECURITY: "none" })).toEqual([expect.stringContaining("SMTP_SECURITY=none")]);
    for (const SMTP_ADDRESS of ["localhost", "127.0.0.1", "127.8.8.8", "::1"])
      expect(readConfig({ SMTP_ADDRESS, SMTP_SECURITY: "none" }).email.smtp.security).toBe("none");
    expect(errorsOf({ ...smtp, SMTP_SECURITY: "ssl", SMTP_PORT: "0" })).toHaveLength(2);
  });

  test("name what mail lacks: user name and password together", () => {
    const errorsWithout = (settings: Record<string, string>) =>
      listMissingSettings({
        config: readConfig({ SMTP_ADDRESS: "smtp.example.org", EMAIL_FROM: "club@example.org", ...settings }),
      });
    expect(errorsWithout({})).toEqual([]);
    expect(errorsWithout({ SMTP_USERNAME: "club" })).toEqual(["SMTP_PASSWORD"]);
    expect(errorsWithout({ SMTP_PASSWORD: "x" })).toEqual(["SMTP_USERNAME"]);
    expect(errorsWithout({ SMTP_USERNAME: "club", SMTP_PASSWORD: "x" })).toEqual([]);
    expect(errorsWithout({ EMAIL_FROM: "" })).toEqual(["EMAIL_FROM"]);
    expect(errorsWithout({ EMAIL_FROM: "", MAILER_FROM_ADDRESS: "club@example.org" })).toEqual([]);
    expect(listMissingSettings({ config: readConfig({ MAIL: "smtp" }) })).toEqual(["SMTP_ADDRESS", "EMAIL_FROM"]);
  });

  test("are frozen", () => {
    expect(Object.isFrozen(readConfig({}))).toBeTrue();
  });
});
