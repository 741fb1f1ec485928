import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callAs, callAsAdmin, register } from "#tests/support/api-client.ts";
import { executable } from "#tests/support/executable.ts";
import { clubAt, hasFakeClock } from "#tests/support/fake-clock.ts";
import { jsonOf } from "#tests/support/json.ts";

const folder = mkdtempSync(join(tmpdir(), "bookclub-vote-clock-"));
beforeAll(() => executable(), 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!hasFakeClock)(
  "closes at its time, and sets the book (needs faketime)",
  async () => {
    const startAt = (now: string) => clubAt(now, join(folder, "club"));

    const openingServer = await startAt("2027-06-10T15:00:00Z");
    await openingServer.makeAdmin();
    const ada = await callAsAdmin(openingServer);
    await jsonOf(ada.call("POST", "/api/books", { title: "Persuasion", author: "A", month: "2027-06" }));
    const nominationIds: number[] = [];
    for (const title of ["Dracula", "Emma"])
      nominationIds.push((await jsonOf(ada.call("POST", "/api/nominations", { title, author: "A" }))).id);
    const newPoll = { month: "2027-07", closesAt: "2027-06-20T16:00:00Z", nominationIds };
    const { id } = await jsonOf(ada.call("POST", "/api/polls", newPoll));
    for (const username of ["mia", "ben"]) {
      const member = await register(openingServer, username);
      await jsonOf(member.call("PUT", `/api/polls/${id}/ballot`, { nominationIds: nominationIds.slice(0, 1) }));
    }
    await openingServer.stop();

    const beforeServer = await startAt("2027-06-20T15:50:00Z");
    expect((await jsonOf((await callAsAdmin(beforeServer)).call("GET", "/api/polls/current"))).state).toBe("open");
    await beforeServer.stop();
    for (const now of ["2027-06-20T16:00:05Z", "2027-06-19T16:00:00Z"]) {
      const afterServer = await startAt(now);
      const mia = await callAs(afterServer, "mia");
      expect(await jsonOf(mia.call("GET", "/api/polls/current"))).toMatchObject({
        state: "closed",
        winnerId: nominationIds[0],
        voted: 2,
      });
      expect((await mia.call("PUT", `/api/polls/${id}/ballot`, { nominationIds: [] })).status).toBe(409);
      await afterServer.stop();
    }

    const choosingServer = await startAt("2027-06-21T15:00:00Z");
    const admin = await callAsAdmin(choosingServer);
    await jsonOf(admin.call("POST", `/api/polls/${id}/adopt`, { nominationId: nominationIds[0] }));
    expect(await jsonOf(admin.call("GET", "/api/books/current"))).toMatchObject({ title: "Persuasion" });
    await choosingServer.stop();
    const julyServer = await startAt("2027-07-01T15:00:00Z");
    const book = await jsonOf((await callAs(julyServer, "mia")).call("GET", "/api/books/current"));
    expect(book).toMatchObject({ title: "Dracula", month: "2027-07" });
    await julyServer.stop();
  },
  300_000,
);
