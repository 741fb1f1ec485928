import { expect, test } from "bun:test";

import { Glob } from "bun";

/** What gives a test's club the mail service that `TEST_MAIL` names. */
const BY_EITHER =
  /"(?:#tests\/support|\.)\/(?:accounts|mail-club|mail-crash|mail-service|mailbox|meeting-mail-club)\.ts"/;
/** Chooses the ways itself. */
const ONCE = /\/changed-way\.test\.ts$/;

test.each([
  ["beside the code", "src/**/*.test.{ts,tsx}", 12],
  ["of the whole club", "tests/*.test.{ts,tsx}", 2],
  ["in a browser", "tests/journeys/*.test.ts", 2],
])(
  "all tests of mail %s pass with a mail server, as they do with SES",
  async (_, where, least) => {
    const files = await filesIn(where);
    expect(files.length).toBeGreaterThanOrEqual(least);
    const run = Bun.spawn([process.execPath, "test", "--timeout", "300000", ...files], {
      env: { ...Bun.env, TEST_MAIL: "smtp", TEST_AT_NIGHT: "1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = await new Response(run.stderr).text();
    expect({ code: await run.exited, failed: said.match(/^\(fail\).*$/gm) ?? [] }).toEqual({ code: 0, failed: [] });
  },
  900_000,
);

async function filesIn(where: string): Promise<string[]> {
  const found: string[] = [];
  for await (const file of new Glob(where).scan(".")) {
    if (!ONCE.test(file) && BY_EITHER.test(await Bun.file(file).text())) found.push(`./${file}`);
  }
  return found.toSorted();
}
