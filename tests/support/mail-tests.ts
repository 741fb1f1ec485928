import { readModules } from "./modules.ts";

/** Helpers that use the mail service of `TEST_MAIL`. */
const MAIL_HELPER = /^tests\/support\/(?:accounts|mail-club|mail-crash|mail-service|mailbox|meeting-mail-club)\.ts$/;
const ONE = /^tests\/support\/(?:ses-server|smtp-server)\.ts$/;

/**
 * Tests of mail: those in `byEither` run with SES and with SMTP, those in `choosing` choose a service themselves. It
 * omits tests that only have mail because of their world (`access-world.ts`).
 */
export async function mailTests(): Promise<{ byEither: string[]; choosing: string[] }> {
  const tests = await readModules(["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"]);
  const testsUsing = (modules: RegExp) =>
    tests.filter(({ imports }) => imports.some((file) => modules.test(file))).map(({ path }) => path);
  const choosing = testsUsing(ONE);
  return { byEither: testsUsing(MAIL_HELPER).filter((path) => !choosing.includes(path)), choosing };
}
