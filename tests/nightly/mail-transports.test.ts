import { expect, test } from "bun:test";

import { mailTests } from "#tests/support/mail-tests.ts";

const { byEither } = await mailTests();

test.each(byEither)(
  "%s passes with a mail server, as it does with SES",
  async (file) => {
    const child = Bun.spawn([process.execPath, "test", "--timeout", "300000", `./${file}`], {
      env: { ...Bun.env, TEST_MAIL: "smtp", TEST_AT_NIGHT: "1" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const output = await new Response(child.stderr).text();
    const code = await child.exited;
    if (code !== 0) console.error(output);
    expect({ code, failed: output.match(/^\(fail\).*$/gm) ?? [] }).toEqual({ code: 0, failed: [] });
  },
  900_000,
);
