import { afterAll, beforeAll, expect, test } from "bun:test";

import { createMailClub, type MailClub } from "#tests/support/mail-club.ts";

const CALL_COUNT = 50;
/** In milliseconds; A02's limit for sign-ins is 5. */
const DIFFERENCE_MAX_MS = 1;

let club: MailClub;
beforeAll(async () => {
  club = await createMailClub({ members: 0 });
});
afterAll(async () => {
  await club.quiet();
  club.close();
});

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

test("takes the same time for every kind of address", async () => {
  const createAddress: Record<string, (index: number) => string> = {
    unknown: (index) => `nobody${index}@example.org`,
    known: (index) => club.member(`known${index}`).user.email,
    "with a temporary password": (index) => {
      const { user } = club.member(`temporary${index}`);
      club.db.run("UPDATE users SET temporary_until = '2026-12-05T00:00:00.000Z' WHERE id = ?", [user.id]);
      return user.email;
    },
    deleted: (index) => {
      const { user } = club.member(`deleted${index}`);
      club.deps.stores.users.delete(user.id);
      return user.email;
    },
    "of a member without mail": (index) => {
      const { user } = club.member(`silent${index}`);
      club.db.run("UPDATE users SET email = '', email_key = ? WHERE id = ?", [`none${index}`, user.id]);
      return user.email;
    },
  };
  const kinds = Object.keys(createAddress);
  const addresses = kinds.map((kind) =>
    Array.from({ length: CALL_COUNT }, (_, index) => createAddress[kind]?.(index) ?? ""),
  );
  const times = kinds.map((): number[] => []);
  const bodies = new Set<string>();
  for (let index = 0; index < CALL_COUNT; index += 1)
    for (let turn = 0; turn < kinds.length; turn += 1) {
      // each kind precedes each other equally often
      const kind = (turn * (1 + (index % 4)) + index) % kinds.length;
      const email = addresses[kind]?.[index];
      // all calls have one address, which may make 20 an hour
      club.db.run("DELETE FROM attempts WHERE key LIKE 'forgotten:%'");
      const startMs = performance.now();
      const response = await club.visitor.call("POST", "/api/auth/forgot", { email });
      const text = await response.text();
      times[kind]?.push(performance.now() - startMs);
      bodies.add(`${response.status} ${text}`);
      // the server is idle before the next call
      await club.quiet();
      await Bun.sleep(5);
    }
  expect([...bodies]).toHaveLength(1);
  const medians = times.map(median);
  console.log(Object.fromEntries(kinds.map((kind, index) => [kind, `${medians[index]?.toFixed(2)} ms`])));
  expect(Math.max(...medians) - Math.min(...medians)).toBeLessThan(DIFFERENCE_MAX_MS);
  await club.quiet();
  expect(club.reached()).toHaveLength(2 * CALL_COUNT);
}, 300_000);
