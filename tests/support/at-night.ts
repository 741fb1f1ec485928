import { test } from "bun:test";

/** Whether `bun run test:nightly` runs, in which tests try more. */
export const isNight = Boolean(Bun.env["TEST_AT_NIGHT"]);

/** A test that only `bun run test:nightly` runs. It shares its file's clubs and pages with the other tests. */
export const atNight = test.skipIf(!isNight);
