import { expect, test } from "bun:test";

import { crashWhileSending } from "#tests/support/mail-crash.ts";

// tests/nightly has twenty rounds with a hundred members
for (const [kind, killAt] of [
  ["monthly", 0],
  ["monthly", 7],
  ["monthly", 23],
  ["reminder", 7],
  ["meeting-dates", 11],
] as const)
  test(`a server killed at ${kind} mail ${killAt + 1} of 24 sends the rest after its restart, and none twice (E04)`, async () => {
    const { received, outbox } = await crashWhileSending({ members: 24, killAt, kind });
    expect(Math.max(...received.values())).toBe(1);
    // the mail in progress went out, and the club can't know
    expect(received.size).toBe(24);
    expect(outbox).toEqual({ sent: 23, unknown: 1 });
  });
