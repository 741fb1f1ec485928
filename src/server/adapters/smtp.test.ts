import { afterEach, expect, test } from "bun:test";

import { readConfig } from "#server/config.ts";
import { until } from "#tests/support/poll-until.ts";
import { SMTP_CA, smtpEnvironment, type SmtpFailure, startSmtpServer } from "#tests/support/smtp-server.ts";

import { MailError } from "./mail-service.ts";
import { createSmtpMailer } from "./smtp.ts";

type Server = Awaited<ReturnType<typeof startSmtpServer>>;

const servers: Server[] = [];
const startServer = async (options: Parameters<typeof startSmtpServer>[0] = {}) => {
  const server = await startSmtpServer(options);
  servers.push(server);
  return server;
};
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const createMail = (to = "mia@example.org", raw = "Subject: x\r\n\r\nHello\r\n.hidden\r\n") => {
  return { from: "club@example.org", to, raw: Buffer.from(raw) };
};
const mailerOf = (environment: Record<string, string>, { timeoutMs = 5000, ca = SMTP_CA, idleMs = 100 } = {}) =>
  createSmtpMailer(readConfig(environment).email.smtp, { clientName: "club.example.org", timeoutMs, idleMs, ca });
const errorOf = (sending: Promise<unknown>): Promise<MailError> =>
  sending.then(
    () => Promise.reject(new Error("It was sent")),
    (error: unknown) => (error instanceof MailError ? error : Promise.reject(error)),
  );

test.each(["none", "starttls", "tls"] as const)("sends a mail once, unchanged, with security %s", async (security) => {
  const server = await startServer({ security, login: { username: "club", password: "four chapters" } });
  expect(await mailerOf(server.environment).send(createMail())).toContain("queued as m-1");
  expect(server.accepted).toEqual([
    { to: "mia@example.org", source: "club@example.org", raw: "Subject: x\r\n\r\nHello\r\n.hidden\r\n" },
  ]);
  expect(server.commands).toContain("EHLO club.example.org");
});

const FAILURES: [string, SmtpFailure[], MailError["kind"], RegExp][] = [
  ["a busy server", [{ at: "greeting", reply: "421 4.3.2 Too many" }], "throttled", /busy: “421 4.3.2 Too many”/],
  [
    "one that turns everyone away",
    [{ at: "greeting", reply: "554 5.7.1 Blocked" }],
    "unavailable",
    /turned the club away/,
  ],
  ["one that drops each line at once", [{ at: "greeting", drop: true, times: 3 }], "unavailable", /closed the line/],
  ["a wrong password", [{ at: "auth", reply: "535 5.7.8 No" }], "unavailable", /SMTP_USERNAME and SMTP_PASSWORD/],
  [
    "a sign-in that fails for now",
    [{ at: "auth", reply: "454 4.7.0 Later" }],
    "unavailable",
    /can't check the password now/,
  ],
  ["a sender for good", [{ at: "mail", reply: "553 5.7.1 Not yours" }], "refused", /check EMAIL_FROM/],
  ["a sender for now", [{ at: "mail", reply: "451 4.3.0 Later" }], "throttled", /busy/],
  ["a size", [{ at: "mail", reply: "552 5.3.4 Too big" }], "refused", /larger than the mail server takes/],
  [
    "an address for good",
    [{ at: "rcpt", reply: "550 5.1.1 Nobody" }],
    "refused",
    /refused the address: “550 5.1.1 Nobody”/,
  ],
  [
    "an address whose name has part of a TLS error's",
    [{ at: "rcpt", reply: "550 5.1.1 <concerts@example.org> unknown" }],
    "refused",
    /refused the address: “550 5.1.1/,
  ],
  [
    "its certificate's word before the bytes",
    [{ at: "data", reply: "451 4.3.0 Certificate store busy" }],
    "deferred",
    /doesn't take it now/,
  ],
  ["an address for now", [{ at: "rcpt", reply: "450 4.2.0 Greylisted" }], "deferred", /doesn't take it now/],
  ["a full mailbox", [{ at: "rcpt", reply: "452 4.2.2 Full" }], "deferred", /Full/],
  ["the mail before its bytes", [{ at: "data", reply: "554 5.5.1 No" }], "refused", /refused it/],
  ["the mail's content", [{ at: "end", reply: "550 5.7.1 Spam" }], "refused", /refused it: “550 5.7.1 Spam”/],
  ["the mail's content for now", [{ at: "end", reply: "451 4.7.1 Later" }], "deferred", /doesn't take it now/],
  ["a line that drops after MAIL", [{ at: "mail", drop: true }], "unavailable", /closed the line/],
  ["a line that drops after RCPT", [{ at: "rcpt", drop: true }], "unavailable", /closed the line/],
  ["a line that drops after DATA, before it's asked for bytes", [{ at: "data", drop: true }], "unavailable", /closed/],
  ["a line that drops in the mail", [{ at: "body", drop: true }], "unknown", /may or may not have gone out/],
  ["another reply than a mail gets", [{ at: "end", reply: "354 Go on" }], "unknown", /may or may not have gone out/],
  ["a line that drops after the mail", [{ at: "end", drop: true }], "unknown", /may or may not have gone out/],
];
test.each(FAILURES)("reports %s by its kind, after one attempt", async (_, failures, kind, errorText) => {
  const server = await startServer({ login: { username: "club", password: "four chapters" } });
  server.fail(...failures);
  const mailer = mailerOf(server.environment);
  const mailError = await errorOf(mailer.send(createMail()));
  expect([mailError.kind, mailError.message]).toEqual([kind, expect.stringMatching(errorText)]);
  expect(mailError.message).not.toMatch(/[\r\n]/);
  expect(server.attempts()).toBeLessThanOrEqual(1);
  server.fail();
  expect(await mailer.send(createMail("tom@example.org"))).toContain("queued");
});

test("waits for a slow server, gives up on a silent one", async () => {
  const server = await startServer();
  server.fail({ at: "greeting", waitMs: 600 }, { at: "end", waitMs: 600 });
  expect(await mailerOf(server.environment).send(createMail())).toContain("queued");
  for (const [at, kind, errorText] of [
    ["greeting", "unavailable", /said nothing.*SMTP_SECURITY=tls/],
    ["ehlo", "unavailable", /didn't answer within 0.3 seconds. The mail was not sent/],
    ["rcpt", "unavailable", /didn't answer within 0.3 seconds. The mail was not sent/],
    ["end", "unknown", /didn't answer within 0.3 seconds: the mail may or may not/],
  ] as const) {
    server.fail({ at, waitMs: 2000 });
    const mailError = await errorOf(mailerOf(server.environment, { timeoutMs: 300 }).send(createMail()));
    expect([at, mailError.kind, mailError.message]).toEqual([at, kind, expect.stringMatching(errorText)]);
  }
});

test("sends nothing without a trusted certificate and STARTTLS", async () => {
  const login = { username: "club", password: "four chapters" };
  const plainServer = await startServer({ login });
  const wrongCertificateServer = await startServer({ security: "starttls", certificate: "elsewhere", login });
  const untrustedServer = await startServer({ security: "tls", login });
  const errors = [
    await errorOf(mailerOf({ ...plainServer.environment, SMTP_SECURITY: "starttls" }).send(createMail())),
    await errorOf(mailerOf(wrongCertificateServer.environment).send(createMail())),
    await errorOf(mailerOf(untrustedServer.environment, { ca: "" }).send(createMail())),
    await errorOf(
      mailerOf({ ...plainServer.environment, SMTP_SECURITY: "tls" }, { timeoutMs: 500 }).send(createMail()),
    ),
  ];
  expect(errors.map(({ kind }) => kind)).toEqual(["unavailable", "unavailable", "unavailable", "unavailable"]);
  expect(errors[0]?.message).toMatch(/doesn't offer STARTTLS/);
  expect(errors[1]?.message).toMatch(/certificate/);
  expect(errors[2]?.message).toMatch(/certificate/);
  const commandsSeen = [plainServer, wrongCertificateServer, untrustedServer].flatMap(({ commands }) => commands);
  expect(commandsSeen.filter((command) => /^(?:AUTH|MAIL)/.test(command))).toEqual([]);
  expect([plainServer, wrongCertificateServer, untrustedServer].flatMap(({ accepted }) => accepted)).toEqual([]);
});

test("reports a wrong host name or port as unreachable", async () => {
  const refusedError = await errorOf(mailerOf({ ...smtpEnvironment(9) }).send(createMail()));
  expect([refusedError.kind, refusedError.message]).toEqual([
    "unavailable",
    expect.stringMatching(/couldn't be reached/),
  ]);
  const unknownHost = { ...smtpEnvironment(25), SMTP_ADDRESS: "mail.invalid", SMTP_SECURITY: "tls" };
  const unreachableError = await errorOf(mailerOf(unknownHost).send(createMail()));
  expect([unreachableError.kind, unreachableError.message]).toEqual([
    "unavailable",
    expect.stringMatching(/check SMTP_ADDRESS/),
  ]);
});

test("reuses the connection for later mails, closes it when idle", async () => {
  const server = await startServer();
  server.treat((number) => (number === 2 ? { kind: "error", status: 400, code: "MessageRejected" } : { kind: "ok" }));
  const mailer = mailerOf(server.environment);
  for (let at = 0; at < 5; at += 1) await mailer.send(createMail(`m${at}@example.org`)).catch(() => {});
  expect(server.accepted).toHaveLength(4);
  expect(server.lines()).toMatchObject({ all: 2, open: 2 });
  await until(() => server.lines().open === 0);
  expect(server.commands.at(-1)).toBe("QUIT");
  await mailer.send(createMail());
  expect(server.lines().all).toBe(3);
});

test("opens at most two connections for simultaneous mails", async () => {
  const server = await startServer();
  server.fail({ at: "end", waitMs: 30, times: 8 });
  const mailer = mailerOf(server.environment);
  await Promise.all(Array.from({ length: 8 }, (_, at) => mailer.send(createMail(`m${at}@example.org`))));
  expect(server.accepted).toHaveLength(8);
  expect(server.lines()).toMatchObject({ all: 2, mostAtOnce: 2 });
});

test("replaces a connection that the server dropped while idle", async () => {
  const server = await startServer();
  const mailer = mailerOf(server.environment, { idleMs: 60_000 });
  await mailer.send(createMail());
  server.fail({ at: "mail", drop: true });
  expect(await mailer.send(createMail("tom@example.org"))).toContain("queued");
  expect(server.accepted.map(({ to }) => to)).toEqual(["mia@example.org", "tom@example.org"]);
});

test("doesn't send a mail over the server's limit, and names it", async () => {
  const server = await startServer({ size: 2_000_000 });
  const mailer = mailerOf(server.environment);
  expect(await mailer.quota()).toEqual({ perSecond: Number.POSITIVE_INFINITY, perDay: -1, maxBytes: 2_000_000 });
  const mailError = await errorOf(mailer.send(createMail("mia@example.org", "x".repeat(2_000_001))));
  expect([mailError.kind, mailError.message]).toEqual(["refused", expect.stringMatching(/at most 1.9 MB/)]);
  expect(server.commands.filter((command) => command.startsWith("MAIL"))).toEqual([]);
});

test("allows more time for a large mail", async () => {
  const server = await startServer();
  server.fail({ at: "end", waitMs: 600, times: 2 });
  const mailer = mailerOf(server.environment, { timeoutMs: 300 });
  expect((await errorOf(mailer.send(createMail()))).kind).toBe("unknown");
  expect(await mailer.send(createMail("tom@example.org", `Subject: x\r\n\r\n${"x\r\n".repeat(200_000)}`))).toContain(
    "queued",
  );
});

test("sends international addresses only where supported", async () => {
  const plainServer = await startServer();
  const mailError = await errorOf(mailerOf(plainServer.environment).send(createMail("jürgen@example.org")));
  expect([mailError.kind, mailError.message]).toEqual(["refused", expect.stringMatching(/letters like ü/)]);
  const modernServer = await startServer({ smtpUtf8: true });
  await mailerOf(modernServer.environment).send(createMail("jürgen@example.org"));
  expect(modernServer.commands.find((command) => command.startsWith("MAIL"))).toContain("SMTPUTF8");
  expect(Buffer.from(modernServer.accepted[0]?.to ?? "", "latin1").toString()).toBe("jürgen@example.org");
});
