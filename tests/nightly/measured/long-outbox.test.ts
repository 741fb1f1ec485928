import { expect, test } from "bun:test";

import { createMailClub } from "#tests/support/mail-club.ts";
import { memberRow } from "#tests/support/member-row.ts";

const MEMBER_COUNT = 500;
const MESSAGE_COUNT = 200;
const TAKEN_COUNT = 200;
/** Reading all queued mails for each took 20 ms on an idle machine. */
const BUDGET_MS = 10;

test("finds the next of 100,000 queued mails by index", async () => {
  const club = await createMailClub({ members: 0 });
  const { stores } = club.deps;
  const now = "2026-12-01T14:00:00.000Z";
  stores.transaction(() => {
    for (let index = 0; index < MEMBER_COUNT; index += 1) stores.users.insert(memberRow(`m${index}`, now));
    for (let index = 0; index < MESSAGE_COUNT; index += 1)
      stores.outbox.queue({ kind: "announcement", dedupeKey: String(index), period: "2026-12", now });
  });
  const takenIds = new Set<number>();
  const takeNext = () => {
    stores.outbox.expire("2026-12", "2026-11-24T14:00:00.000Z", "too late", now);
    takenIds.add(stores.outbox.claimNext(now)?.id ?? 0);
  };
  takeNext();
  const startMs = performance.now();
  for (let index = 1; index < TAKEN_COUNT; index += 1) takeNext();
  const eachMs = (performance.now() - startMs) / TAKEN_COUNT;
  console.log(`${eachMs.toFixed(2)} ms a mail`);
  expect(eachMs).toBeLessThan(BUDGET_MS);
  expect(takenIds.size).toBe(TAKEN_COUNT);
  club.close();
}, 300_000);
