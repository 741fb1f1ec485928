import { readModules } from "./modules.ts";

/** They give a test's club the mail service that `TEST_MAIL` names. */
const EITHER = /^tests\/support\/(?:accounts|mail-club|mail-crash|mail-service|mailbox|meeting-mail-club)\.ts$/;
const ONE = /^tests\/support\/(?:ses-server|smtp-server)\.ts$/;

/**
 * The tests of mail: `byEither` run once by SES and once by SMTP, those in `choosing` choose a service themselves. Tests that
 * only have mail because their world does (`access-world.ts`) aren't among them.
 */
export async function mailTests(): Promise<{ byEither: string[]; choosing: string[] }> {
  const tests = await readModules(["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}"]);
  const using = (modules: RegExp) =>
    tests.filter(({ imports }) => imports.some((file) => modules.test(file))).map(({ path }) => path);
  const choosing = using(ONE);
  return { byEither: using(EITHER).filter((path) => !choosing.includes(path)), choosing };
}
