import { expect, test } from "bun:test";

import type { Deps } from "#server/deps.ts";
import { createClub } from "#tests/support/club.ts";
import { until } from "#tests/support/poll-until.ts";
import { mailEnvironment, startSesServer } from "#tests/support/ses-server.ts";
import { startSmtpServer } from "#tests/support/smtp-server.ts";

import { checkMail } from "./mail.ts";

async function checkMailOf(environment: Record<string, string>, own: Partial<Deps> = {}): Promise<string[]> {
  const club = await createClub({ environment, own });
  club.deps.stores.email.enable(true, "2020-01-01T00:00:00.000Z");
  const findings = await checkMail(club.deps);
  club.close();
  return findings.map(({ state, message }) => `${state}: ${message}`);
}

test("reports mail as off without settings, and names them", async () => {
  expect(await checkMailOf({})).toEqual(["note: It isn't set up, so no email is sent."]);
  const { AWS_REGION: _, EMAIL_FROM: _sender, ...half } = mailEnvironment("http://127.0.0.1:9");
  expect(await checkMailOf(half)).toEqual(["fix: It's only partly set up: AWS_REGION, EMAIL_FROM missing."]);
});

test("tries good keys, and reports an account in the sandbox", async () => {
  for (const [perDay, message] of [
    [50_000, /^ok: The keys work/],
    [200, /^fix: SES allows 200 emails a day.*sandbox/],
  ] as const) {
    const ses = startSesServer({ perDay });
    expect((await checkMailOf(ses.environment)).at(-1)).toMatch(message);
    ses.close();
  }
});

test("reports an unreachable service and an impossible region", async () => {
  expect((await checkMailOf(mailEnvironment("http://127.0.0.1:9"))).at(-1)).toMatch(/^fix: .*couldn't be reached/);
  const { AWS_ENDPOINT_URL_SES: _, ...real } = mailEnvironment("");
  expect((await checkMailOf({ ...real, AWS_REGION: "Virginia" })).at(-1)).toMatch(/^fix: AWS_REGION is 'Virginia'/);
});

test("connects to the mail server, or says what to change", async () => {
  const login = { username: "club", password: "four chapters" };
  const smtp = await startSmtpServer({ login, size: 25_000_000 });
  expect((await checkMailOf(smtp.environment)).at(-1)).toBe(
    "ok: The mail server localhost answers, unencrypted, on this machine, as club. It takes emails of up to 25 MB.",
  );
  await until(() => smtp.commands.at(-1) === "QUIT");
  const wrongSettings = { ...smtp.environment, SMTP_PASSWORD: "three chapters" };
  expect((await checkMailOf(wrongSettings)).at(-1)).toMatch(/^fix: .*SMTP_USERNAME and SMTP_PASSWORD/);
  const { SMTP_PASSWORD: _, ...half } = smtp.environment;
  expect(await checkMailOf(half)).toEqual(["fix: It's only partly set up: SMTP_PASSWORD missing."]);
  smtp.close();
});

test("reports a domain's records, and nothing without DNS", async () => {
  const smtp = await startSmtpServer();
  const records = { spf: "v=spf1 -all", dmarc: null, dkim: "google" };
  const domains: string[] = [];
  const mailRecords = async (domain: string) => {
    domains.push(domain);
    return domain === "example.org" ? records : null;
  };
  expect((await checkMailOf(smtp.environment, { findMailRecords: mailRecords })).at(-1)).toMatch(
    /^note: The DNS of example.org has SPF “v=spf1 -all”, the DKIM key “google”, and no DMARC record\. What is missing/,
  );
  expect(domains).toEqual(["example.org", "club.example.org"]);
  smtp.close();
});
