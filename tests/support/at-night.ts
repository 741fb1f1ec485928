import { test } from "bun:test";

/** Whether `bun run test:nightly` runs, which tries more of the same. */
export const isNight = Boolean(Bun.env["TEST_AT_NIGHT"]);

/** A test that only `bun run test:nightly` runs. It shares the clubs and pages of its file with tests that always run. */
export const atNight = test.skipIf(!isNight);
