import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createAdmin } from "#server/members/accounts.ts";
import { type MailService, startMailServer, startMailService } from "#tests/support/mail-service.ts";

import { withDeps } from "./command.ts";
import { runCommand } from "./run.ts";

let folder: string;
let ses: MailService;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "bookclub-mail-"));
  ses = await startMailService();
  environment = { STORAGE_DIR: folder, LOG_LEVEL: "error", ...ses.environment };
  await withDeps(environment, async (deps) => {
    for (const username of ["ada", "bea"])
      await createAdmin(deps, { username, password: "Claret & clues", email: `${username}@example.org` });
  });
  await enableMail(true);
});
afterEach(() => {
  ses.close();
  rmSync(folder, { recursive: true, force: true });
});

const enableMail = (enabled: boolean) =>
  withDeps(environment, (deps) => deps.stores.email.enable(enabled, new Date().toISOString()));

async function sendMonthly() {
  const output: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(["email", "send-monthly"], {
    environment,
    print: (line) => output.push(line),
    printError: (line) => errors.push(line),
  });
  return { code, out: output, errors };
}

test("the monthly email goes to everybody, once", async () => {
  expect(await sendMonthly()).toMatchObject({ code: 0, out: ["2 sent, 0 failed, 0 unknown, 0 waiting"] });
  expect(ses.accepted.map(({ to }) => to)).toEqual(["ada@example.org", "bea@example.org"]);
  expect(await sendMonthly()).toMatchObject({ code: 1, out: [] });
  expect(ses.accepted).toHaveLength(2);
});

test("ends when an admin disables email, with what is waiting", async () => {
  ses.treat(() => {
    void enableMail(false);
    return { kind: "ok" };
  });
  const { code, out, errors } = await sendMonthly();
  expect([code, out]).toEqual([1, ["1 sent, 0 failed, 0 unknown, 1 waiting"]]);
  expect(errors.at(-1)).toBe("bookclub: The email service was disabled: the rest waits until it's enabled.");
});

test("doesn't wait for a mail that the server defers", async () => {
  ses.close();
  const smtp = await startMailServer();
  ses = smtp;
  environment = { STORAGE_DIR: folder, LOG_LEVEL: "error", ...smtp.environment };
  smtp.fail({ at: "rcpt", reply: "450 4.2.0 Greylisted" });
  const { code, errors } = await sendMonthly();
  expect([code, errors.at(-1)]).toEqual([1, expect.stringContaining("takes the rest later")]);
  expect(smtp.accepted).toHaveLength(1);
});
