import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";

import { readConfig } from "#server/config.ts";
import type { Treatment } from "#tests/support/mail-service.ts";
import { mailEnvironment, startSesServer } from "#tests/support/ses-server.ts";

import { MailError } from "./mail-service.ts";
import { createSesMailer } from "./ses.ts";

let ses: ReturnType<typeof startSesServer>;
beforeAll(() => {
  ses = startSesServer();
});
afterEach(() => ses.treat(() => ({ kind: "ok" })));
afterAll(() => ses.close());

const mail = { from: "club@example.org", to: "mia@example.org", raw: Buffer.from("Subject: x\r\n\r\nHello") };
const createMailer = (environment = ses.environment, timeoutMs = 10_000) =>
  createSesMailer(readConfig(environment).email, { timeoutMs, quotaTimeoutMs: 300 });
const errorOf = (sending: Promise<unknown>): Promise<MailError> =>
  sending.then(
    () => Promise.reject(new Error("It was sent")),
    (error: unknown) => (error instanceof MailError ? error : Promise.reject(error)),
  );
const errorTreatment = (status: number, code: string, message = ""): Treatment => ({
  kind: "error",
  status,
  code,
  message,
});

test("a mail is sent once, unchanged, to its envelope address", async () => {
  ses.accepted.length = 0;
  expect(await createMailer().send(mail)).toMatch(/^m-\d+$/);
  expect(ses.accepted).toEqual([{ to: mail.to, source: mail.from, raw: "Subject: x\r\n\r\nHello" }]);
});

test("counts no mail when a test looks for its club there", async () => {
  const { origin } = new URL(ses.environment["AWS_ENDPOINT_URL_SES"] ?? "");
  ses.accepted.length = 0;
  const health = await fetch(`${origin}/api/health`);
  const mail = await fetch(origin, { method: "POST", body: "Action=SendRawEmail&Destinations.member.1=ben" });
  expect([health.status, mail.status, ses.accepted]).toEqual([404, 404, []]);
});

const cases: [string, Treatment, MailError["kind"], RegExp][] = [
  [
    "a refused mail quotes SES",
    errorTreatment(400, "MessageRejected", "Email address is not verified."),
    "refused",
    /^SES refused the email: Email address is not verified\.$/,
  ],
  [
    "an unknown access key names its setting",
    errorTreatment(403, "InvalidClientTokenId"),
    "unavailable",
    /ACCESS_KEY_ID/,
  ],
  [
    "a wrong secret key names its setting",
    errorTreatment(403, "SignatureDoesNotMatch"),
    "unavailable",
    /SECRET_ACCESS_KEY/,
  ],
  ["keys without a permission name it", errorTreatment(403, "AccessDenied"), "unavailable", /ses:SendRawEmail/],
  ["a paused account is named", errorTreatment(400, "AccountSendingPausedException"), "unavailable", /paused/],
  [
    "throttling has its own fault",
    errorTreatment(400, "Throttling", "Maximum sending rate exceeded."),
    "throttled",
    /too fast/,
  ],
  [
    "an exhausted daily quota isn't throttling",
    errorTreatment(400, "Throttling", "Daily message quota exceeded."),
    "unavailable",
    /24 hours/,
  ],
  ["a failing service leaves it open", errorTreatment(500, "InternalFailure"), "unknown", /may or may not/],
  [
    "a service that takes the mail and then fails leaves it open",
    { kind: "error", status: 503, code: "ServiceUnavailable", accepted: true },
    "unknown",
    /may or may not/,
  ],
];
for (const [name, treatment, kind, errorText] of cases)
  test(`${name}, after a single attempt`, async () => {
    ses.treat(() => treatment);
    const mailError = await errorOf(createMailer().send(mail));
    expect({ kind: mailError.kind, attempts: ses.attempts() }).toEqual({ kind, attempts: 1 });
    expect(mailError.message).toMatch(errorText);
    expect(mailError.message).not.toContain("\n");
  });

test("times out on a hanging service, outcome unknown (E03)", async () => {
  ses.treat(() => ({ kind: "hang" }));
  const mailError = await errorOf(createMailer(ses.environment, 200).send(mail));
  expect(mailError.kind).toBe("unknown");
  expect(mailError.message).toMatch(/didn.t answer within 0.2 seconds/);
  expect(ses.attempts()).toBe(1);
});

test("allows more time for a large mail", async () => {
  ses.treat(() => ({ kind: "hang" }));
  const largeMail = { ...mail, raw: Buffer.alloc(642_000, "x") };
  expect((await errorOf(createMailer(ses.environment, 100).send(largeMail))).message).toMatch(/within 2.1 seconds/);
});

test("a service that can't be reached accepted no mail (E03)", async () => {
  const mailError = await errorOf(createMailer(mailEnvironment("http://127.0.0.1:9")).send(mail));
  expect(mailError.kind).toBe("unavailable");
  expect(mailError.message).toMatch(/couldn't be reached/);
});

test("without settings no mail goes out", async () => {
  const mailError = await errorOf(createSesMailer(readConfig({}).email).send(mail));
  expect(mailError.kind).toBe("unavailable");
});

test("the account's quota is read", async () => {
  expect(await createMailer().quota()).toEqual({ perSecond: 1000, perDay: 50_000, maxBytes: 10 * 1024 * 1024 });
});
