import { afterAll, test } from "bun:test";

import { ENGINES } from "#tests/engines/driver.ts";
import { followLinks } from "#tests/engines/links.ts";
import { startDemoClub } from "#tests/support/demo.ts";

import { findMissingEnginePart } from "../../scripts/engines.ts";

const club = await startDemoClub();
afterAll(() => club.stop());

for (const engine of ENGINES)
  test.skipIf(findMissingEnginePart(engine) !== null)(
    `in ${engine} a link to any page leads there after signing in`,
    () => followLinks(engine, club),
  );
