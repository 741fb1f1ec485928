import { expect, test } from "bun:test";

import { createSmtpMailer } from "#server/adapters/smtp.ts";
import { readConfig } from "#server/config.ts";
import { checkMail } from "#server/operations/doctor/mail.ts";
import { isNight } from "#tests/support/at-night.ts";
import { createMailClub } from "#tests/support/mail-club.ts";
import { SMTP_CA, type SmtpFailure, startSmtpServer } from "#tests/support/smtp-server.ts";

type MailCase = {
  server?: Parameters<typeof startSmtpServer>[0];
  settings?: Record<string, string>;
  failure?: SmtpFailure;
  isTrusting?: false;
  expectedText: RegExp;
};
const EVERY_TIME = { times: 100 };
const login = { username: "club", password: "four chapters" };

const CASES: [string, MailCase][] = [
  [
    "greets late",
    {
      failure: { at: "greeting", waitMs: 3000, ...EVERY_TIME },
      expectedText: /check SMTP_PORT, and set SMTP_SECURITY=tls/,
    },
  ],
  [
    "drops the line",
    { failure: { at: "greeting", drop: true, ...EVERY_TIME }, expectedText: /check SMTP_ADDRESS, SMTP_PORT/ },
  ],
  ["has no STARTTLS", { settings: { SMTP_SECURITY: "starttls" }, expectedText: /STARTTLS.*check SMTP_PORT, or set/ }],
  [
    "has another's certificate",
    {
      server: { security: "starttls", certificate: "elsewhere" },
      expectedText: /isn't valid for SMTP_ADDRESS.*use the name in.*mail\.elsewhere\.example/,
    },
  ],
  [
    "has an old certificate",
    { server: { security: "starttls", certificate: "expired" }, expectedText: /has expired.*renew it/ },
  ],
  [
    "has a certificate of its own making",
    {
      server: { security: "starttls" },
      isTrusting: false,
      expectedText: /doesn't trust.*needs one from a known authority/,
    },
  ],
  [
    "refuses the password",
    { server: { login }, settings: { SMTP_PASSWORD: "three" }, expectedText: /check SMTP_USERNAME and SMTP_PASSWORD/ },
  ],
  [
    "wants a sign-in",
    {
      failure: { at: "mail", reply: "530 5.7.0 Sign in", ...EVERY_TIME },
      expectedText: /set SMTP_USERNAME and SMTP_PASSWORD/,
    },
  ],
  [
    "refuses the sender",
    { failure: { at: "mail", reply: "553 5.7.1 Not yours", ...EVERY_TIME }, expectedText: /check EMAIL_FROM/ },
  ],
  [
    "refuses one recipient",
    { failure: { at: "rcpt", reply: "550 5.1.1 Nobody" }, expectedText: /refused the address: “550 5.1.1/ },
  ],
  [
    "refuses the size",
    { failure: { at: "mail", reply: "552 5.3.4 Too big" }, expectedText: /larger than the mail server takes/ },
  ],
  ["is told the size", { server: { size: 100 }, expectedText: /larger than the mail server takes: at most 0 MB/ }],
  [
    "is full for now",
    { failure: { at: "rcpt", reply: "452 4.2.2 Full" }, expectedText: /doesn't take it now: “452 4.2.2 Full”/ },
  ],
  ["drops the line after DATA", { failure: { at: "end", drop: true }, expectedText: /may or may not have gone out/ }],
];
// the server first sends more slowly, for 15 seconds
const BUSY: [string, MailCase] = [
  "is busy",
  { failure: { at: "mail", reply: "451 4.3.2 Busy", ...EVERY_TIME }, expectedText: /busy: “451 4.3.2 Busy”/ },
];

test.each(isNight ? [...CASES, BUSY] : CASES)(
  "explains a server that %s in tab, doctor and log",
  async (_, { server, settings, failure, isTrusting = true, expectedText }) => {
    const smtp = await startSmtpServer(server);
    const environment = { ...smtp.environment, ...settings };
    const mailer = createSmtpMailer(readConfig(environment).email.smtp, {
      clientName: "club.example.org",
      timeoutMs: 1000,
      ...(isTrusting && { ca: SMTP_CA }),
    });
    const club = await createMailClub({ members: 2, ses: smtp, environment: settings ?? {}, own: { mailer } });
    if (failure) smtp.fail(failure);
    club.deps.stores.outbox.queue({
      kind: "monthly",
      dedupeKey: "2026-12",
      period: "2026-12",
      now: "2026-12-01T14:00:00.000Z",
    });
    await club.deliver();
    const fetchText = async (path: string) => (await club.chief.call("GET", path)).text();
    const emailTabText = (await fetchText("/api/email/run")) + (await fetchText("/api/email/outbox"));
    const doctorText = (await checkMail(club.deps)).map(({ message }) => message).join("\n");
    const logText = club.logged.filter((line) => line.includes("sending mail failed")).join("\n");
    expect({ tab: emailTabText, doctor: doctorText, log: logText }).toEqual({
      tab: expect.stringMatching(expectedText),
      doctor: expect.stringMatching(expectedText),
      log: expect.stringMatching(expectedText),
    });
    expect(doctorText + logText).not.toMatch(/m\d@example\.org/);
    club.close();
  },
  300_000,
);
