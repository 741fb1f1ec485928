import { afterAll, test } from "bun:test";

import { startDemoClub } from "#tests/support/demo.ts";
import { followLinks } from "#tests/support/engines/links.ts";

import { whyNoEngine } from "../../scripts/engines.ts";

const club = await startDemoClub();
afterAll(() => club.stop());

test("a link to any page, opened signed out, leads there after signing in", () => followLinks("chromium", club));

for (const engine of ["firefox", "webkit"] as const)
  test.skipIf(whyNoEngine(engine) !== null)(`so do links in ${engine}`, () =>
    followLinks(engine, club, ["/talk", "/shelf/1", "/admin?tab=email"]),
  );
