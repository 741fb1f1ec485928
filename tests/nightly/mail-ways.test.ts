import { expect, test } from "bun:test";

import { Glob } from "bun";

/** Tests whose club mails by whichever service `TEST_MAIL` names (tests/support/mail-service.ts). */
const BY_EITHER = /\b(?:createMailClub|createMeetingMailClub|startMailService|crashWhileSending)\(/;

async function filesOf(...folders: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    for await (const file of new Glob(folder).scan(".")) {
      if (BY_EITHER.test(await Bun.file(file).text())) found.push(`./${file}`);
    }
  }
  return found.toSorted();
}

test("all tests of mail pass with a mail server, as they do with SES", async () => {
  const files = await filesOf("src/server/**/*.test.ts", "tests/mail-crash.test.ts");
  expect(files.length).toBeGreaterThan(8);
  const run = Bun.spawn([process.execPath, "test", "--timeout", "300000", ...files], {
    env: { ...Bun.env, TEST_MAIL: "smtp" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = await new Response(run.stderr).text();
  expect({ code: await run.exited, failed: said.match(/^\(fail\).*$/gm) ?? [] }).toEqual({ code: 0, failed: [] });
}, 600_000);
