import { expect, test } from "bun:test";

import { mailTests } from "./support/mail-tests.ts";

const CHOOSING = [
  // about only one transport
  "src/server/adapters/mailer.test.ts",
  "src/server/adapters/ses.test.ts",
  "src/server/adapters/smtp.test.ts",
  "src/server/mail/error-messages.test.ts",
  "tests/nightly/full-disk-mail.test.ts",
  "tests/nightly/measured/slow-mail.test.ts",
  "tests/nightly/one-evening.test.ts",
  "tests/nightly/postfix.test.ts",
  // they test both
  "src/server/operations/doctor/mail.test.ts",
  "src/server/mail/switch-transport.test.ts",
  "tests/journeys/refusals.test.ts",
  "tests/secrets-from-outside.test.ts",
  "tests/nightly/switch-transport.test.ts",
];

test("runs each new mail test with SES and with SMTP", async () => {
  const { byEither, choosing } = await mailTests();
  expect(choosing.toSorted()).toEqual(CHOOSING.toSorted());
  expect(byEither.length).toBeGreaterThan(20);
});
