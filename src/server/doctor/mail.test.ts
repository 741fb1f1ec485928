import { expect, test } from "bun:test";

import { createClub } from "#tests/support/club.ts";
import { mailEnvironment } from "#tests/support/ses-emulator.ts";
import { startSesServer } from "#tests/support/ses-server.ts";

import { examineMail } from "./mail.ts";

async function examine(environment: Record<string, string>): Promise<string[]> {
  const club = await createClub({ environment });
  club.deps.stores.email.enable(true, "2020-01-01T00:00:00.000Z");
  const findings = await examineMail(club.deps);
  club.close();
  return findings.map(({ state, message }) => `${state}: ${message}`);
}

test("says that mail is off without settings, and which are missing", async () => {
  expect(await examine({})).toEqual(["note: It isn't set up, so no email is sent."]);
  const { AWS_REGION: _, EMAIL_FROM: __, ...half } = mailEnvironment("http://127.0.0.1:9");
  expect(await examine(half)).toEqual(["fix: It's only partly set up: AWS_REGION, EMAIL_FROM missing."]);
});

test("tries good keys, and reports an account in the sandbox", async () => {
  for (const [perDay, message] of [
    [50_000, /^ok: The keys work/],
    [200, /^fix: SES allows 200 emails a day.*sandbox/],
  ] as const) {
    const ses = startSesServer({ perDay });
    expect((await examine(ses.environment)).at(-1)).toMatch(message);
    ses.close();
  }
});

test("reports an unreachable service and an impossible region", async () => {
  expect((await examine(mailEnvironment("http://127.0.0.1:9"))).at(-1)).toMatch(/^fix: .*couldn't be reached/);
  const { AWS_ENDPOINT_URL_SES: _, ...real } = mailEnvironment("");
  expect((await examine({ ...real, AWS_REGION: "Virginia" })).at(-1)).toMatch(/^fix: AWS_REGION is 'Virginia'/);
});
