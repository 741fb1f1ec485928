import { expect, test } from "bun:test";

import { crashWhileSending } from "#tests/support/mail-crash.ts";

const ROUNDS = 20;
const MEMBERS = 100;
const KINDS = ["monthly", "meeting-dates", "meeting-changed"] as const;

test(`after twenty kills at any of a hundred mails, the rest goes out after a restart, and none twice`, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const killAt = Math.floor(Math.random() * MEMBERS);
    const kind = KINDS[round % KINDS.length] ?? "monthly";
    const { received, outbox } = await crashWhileSending({ members: MEMBERS, killAt, kind });
    const what = { kind, killAt, most: Math.max(...received.values()), reached: received.size, outbox };
    expect(what).toEqual({ kind, killAt, most: 1, reached: 100, outbox: { sent: 99, unknown: 1 } });
  }
}, 300_000);

test.each([
  ["monthly", 0],
  ["monthly", 23],
  ["reminder", 7],
  ["meeting-dates", 11],
  ["meeting-changed", 17],
] as const)("so it does when it's killed at %s mail %i of 24 (E04)", async (kind, killAt) => {
  const { received, outbox } = await crashWhileSending({ members: 24, killAt, kind });
  expect([Math.max(...received.values()), received.size]).toEqual([1, 24]);
  expect(outbox).toEqual({ sent: 23, unknown: 1 });
});
