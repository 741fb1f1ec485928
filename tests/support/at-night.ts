import { test } from "bun:test";

/** A test that only `bun run test:nightly` runs. It shares the clubs and pages of its file with tests that always run. */
export const atNight = test.skipIf(!Bun.env["TEST_AT_NIGHT"]);
