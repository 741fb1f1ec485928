import { expect, test } from "bun:test";

import { crashWhileSending } from "#tests/support/mail-crash.ts";

// tests/nightly kills at others, and of a hundred members
test("a server killed at monthly mail 8 of 24 sends the rest after its restart, and none twice (E04)", async () => {
  const { received, outbox } = await crashWhileSending({ members: 24, killAt: 7, kind: "monthly" });
  expect(Math.max(...received.values())).toBe(1);
  // the mail in progress went out, and the club can't know
  expect(received.size).toBe(24);
  expect(outbox).toEqual({ sent: 23, unknown: 1 });
});
