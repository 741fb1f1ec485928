import { expect, test } from "bun:test";

import { crashWhileSending } from "#tests/support/mail-crash.ts";

// tests/nightly has twenty rounds with a hundred members
for (const killAt of [0, 7, 23])
  test(`a server killed at mail ${killAt + 1} of 24 sends the rest after its restart, and none twice`, async () => {
    const { received, outbox } = await crashWhileSending({ members: 24, killAt });
    expect(Math.max(...received.values())).toBe(1);
    // the mail in progress went out, and the club can't know
    expect(received.size).toBe(24);
    expect(outbox).toEqual({ queued: 0, sending: 0, sent: 23, failed: 0, unknown: 1 });
  }, 40_000);
