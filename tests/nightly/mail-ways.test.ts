import { expect, test } from "bun:test";

import { mailTests } from "#tests/support/mail-tests.ts";

const { byEither } = await mailTests();
const among = (place: RegExp) => byEither.filter((path) => place.test(path));

test.each([
  ["beside the code", among(/^src\//), 12],
  ["of the whole club", among(/^tests\/[^/]+$/), 3],
  ["in a browser", among(/^tests\/journeys\//), 2],
  ["of the night", among(/^tests\/nightly\//), 6],
])(
  "all tests of mail %s pass with a mail server, as they do with SES",
  async (_, files, least) => {
    expect(files.length).toBeGreaterThanOrEqual(least);
    const run = Bun.spawn([process.execPath, "test", "--timeout", "300000", ...files.map((file) => `./${file}`)], {
      env: { ...Bun.env, TEST_MAIL: "smtp", TEST_AT_NIGHT: "1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said = await new Response(run.stderr).text();
    expect({ code: await run.exited, failed: said.match(/^\(fail\).*$/gm) ?? [] }).toEqual({ code: 0, failed: [] });
  },
  1_800_000,
);
