import { expect, test } from "bun:test";

import { createMailClub } from "#tests/support/mail-club.ts";
import { memberRow } from "#tests/support/member-row.ts";

const MEMBERS = 500;
const MESSAGES = 200;
const MAILS_TAKEN = 200;
/** Reading all queued mails for each took 20 ms on an idle machine. */
const MOST_MS = 10;

test("finds the next of 100,000 queued mails by index", async () => {
  const club = await createMailClub({ members: 0 });
  const { stores } = club.deps;
  const now = "2026-12-01T14:00:00.000Z";
  stores.transaction(() => {
    for (let index = 0; index < MEMBERS; index += 1) stores.users.insert(memberRow(`m${index}`, now));
    for (let index = 0; index < MESSAGES; index += 1)
      stores.outbox.queue({ kind: "announcement", about: String(index), period: "2026-12", now });
  });
  const takenIds = new Set<number>();
  const next = () => {
    stores.outbox.expire("2026-12", "2026-11-24T14:00:00.000Z", "too late", now);
    takenIds.add(stores.outbox.claimNext(now)?.id ?? 0);
  };
  next();
  const startMs = performance.now();
  for (let index = 1; index < MAILS_TAKEN; index += 1) next();
  const each = (performance.now() - startMs) / MAILS_TAKEN;
  console.log(`${each.toFixed(2)} ms a mail`);
  expect(each).toBeLessThan(MOST_MS);
  expect(takenIds.size).toBe(MAILS_TAKEN);
  club.close();
}, 300_000);
