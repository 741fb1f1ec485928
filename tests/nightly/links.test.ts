import { afterAll, test } from "bun:test";

import { startDemoClub } from "#tests/support/demo.ts";
import { ENGINES } from "#tests/support/engines/driver.ts";
import { followLinks } from "#tests/support/engines/links.ts";

import { whyNoEngine } from "../../scripts/engines.ts";

const club = await startDemoClub();
afterAll(() => club.stop());

for (const engine of ENGINES)
  test.skipIf(engine !== "chromium" && whyNoEngine(engine) !== null)(
    `in ${engine} a link to any page leads there after signing in`,
    () => followLinks(engine, club),
  );
