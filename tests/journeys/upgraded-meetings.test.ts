import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import type { MeetingSummary } from "#contract/meetings.ts";
import { localTime } from "#contract/zoned-time.ts";
import { migrate } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { type ApiClient, apiClient, PASSWORD } from "#tests/support/api-client.ts";
import { jsonOf } from "#tests/support/json.ts";
import { createMachine, type Machine } from "#tests/support/machine.ts";
import { RELEASED_SCHEMAS } from "#tests/support/old-club.ts";

const NOW = new Date().toISOString();
const inDays = (days: number) => localTime(new Date(Date.now() + days * 86_400_000), "America/New_York").slice(0, 10);

type OldMeeting = Pick<MeetingSummary, "date" | "time" | "state"> & {
  name: string;
  isCorrectable?: boolean;
  bookId?: number;
  cancelledAt?: string;
  setPastAt?: string;
};

/** Meetings in each state of 1.0.0, and how members see them. */
const MEETINGS: readonly OldMeeting[] = [
  { name: "long over", date: inDays(-40), time: "19:00", state: "over" },
  { name: "over, to be corrected", date: inDays(-3), time: "19:00", state: "over", isCorrectable: true },
  { name: "set into the past", date: inDays(-20), time: "", setPastAt: NOW, state: "over", isCorrectable: true },
  {
    name: "canceled and over",
    date: inDays(-2),
    time: "19:00",
    cancelledAt: NOW,
    state: "cancelled",
    isCorrectable: true,
  },
  { name: "ahead", date: inDays(9), time: "19:00", state: "planned" },
  { name: "ahead without a time", date: inDays(10), time: "", state: "planned" },
  { name: "canceled", date: inDays(11), time: "19:00", cancelledAt: NOW, state: "cancelled" },
  { name: "of a coming book", date: inDays(80), time: "20:00", bookId: 1, state: "planned" },
  { name: "without a date", date: "", time: "", state: "planned" },
  { name: "canceled without a date", date: "", time: "", cancelledAt: NOW, state: "cancelled" },
];
const idOf = (name: string) => MEETINGS.findIndex((meeting) => meeting.name === name) + 1;

let machine: Machine;
beforeAll(async () => {
  machine = await createMachine(0);
  mkdirSync(machine.storage, { mode: 0o700 });
  const db = openDatabase(join(machine.storage, "bookclub.db"));
  migrate(db, null, migrations.slice(0, RELEASED_SCHEMAS["1.0.0"]));
  const hash = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });
  for (const [name, isAdmin] of [
    ["ada", 1],
    ["mia", 0],
    ["ben", 0],
  ] as const)
    db.run(
      `INSERT INTO users (username, username_key, display_name, email, email_key, is_admin, password_hash, created_at)
       VALUES (?1, ?1, ?1, ?1 || '@example.org', ?1 || '@example.org', ?2, ?3, '2026-01-01T00:00:00.000Z')`,
      [name, isAdmin, hash],
    );
  db.run("INSERT INTO books (title, author, month, created_at) VALUES ('Emma', 'Jane Austen', ?, ?)", [
    inDays(80).slice(0, 7),
    NOW,
  ]);
  for (const { name, date, time, bookId = null, cancelledAt = null, setPastAt = null } of MEETINGS)
    db.run(
      `INSERT INTO meetings (uid, book_id, date, time, location, cancelled_at, set_past_at, sequence, moved_at, changed_at, created_at)
       VALUES (?1, ?2, ?3, ?4, ?1, ?5, ?6, 3, ?7, ?7, ?7)`,
      [name, bookId, date, time, cancelledAt, setPastAt, NOW],
    );
  // each has an answer, a need and a claim
  db.run("INSERT INTO meeting_answers SELECT id, 2, 'yes', 2, ? FROM meetings", [NOW]);
  db.run("INSERT INTO meeting_needs SELECT id, id, 'Ice', 3, ? FROM meetings", [NOW]);
  db.run(
    `INSERT INTO posts (user_id, content, created_at, meeting_id, need_id, quantity)
     SELECT 2, '2 × Ice', ?, id, id, 2 FROM meetings`,
    [NOW],
  );
  closeDatabase(db);
});
afterAll(() => machine.remove());

const signIn = (username: string) =>
  apiClient(machine.url).admitted("/api/auth/login", { username, password: PASSWORD });
const list = async (person: ApiClient): Promise<MeetingSummary[]> =>
  (await jsonOf(person.call("GET", "/api/meetings"))).toSorted((a: { id: number }, b: { id: number }) => a.id - b.id);

async function expectUntouched(ada: ApiClient): Promise<void> {
  const meetings = await list(ada);
  expect(meetings.map(({ location, date, time, state }) => ({ name: location, date, time, state }))).toEqual(
    MEETINGS.map(({ name, date, time, state }) => ({ name, date, time, state })),
  );
  for (const [index, meeting] of meetings.entries()) {
    expect(meeting).toMatchObject({
      sequence: 3,
      answers: { yes: 1, maybe: 0, no: 0, guests: 2 },
      host: null,
      isHost: false,
      dates: [],
      datesAnswered: 0,
      datesMine: false,
    });
    expect([meeting.location, (meeting.correctableUntil ?? "") > NOW]).toEqual([
      meeting.location,
      MEETINGS[index]?.isCorrectable ?? false,
    ]);
    const { needs } = await jsonOf(ada.call("GET", `/api/meetings/${meeting.id}`));
    expect(needs).toMatchObject([{ what: "Ice", quantity: 3, left: 1, claims: [{ quantity: 2 }] }]);
  }
  const hostTurns = await jsonOf(ada.call("GET", "/api/meetings/hosts"));
  expect(hostTurns.map(({ times }: { times: number }) => times)).toEqual([0, 0, 0]);
}

test("adds hosts and dates to 1.0.0's meetings, restores a backup", async () => {
  const server = await machine.serve();
  const [ada, mia, ben] = [await signIn("ada"), await signIn("mia"), await signIn("ben")];
  await expectUntouched(ada);

  const dates = [20, 21].map((days) => ({ date: inDays(days), time: "18:30" }));
  for (const [index, { name, state }] of MEETINGS.entries()) {
    const path = `/api/meetings/${index + 1}`;
    const isAhead = state === "planned";
    expect([name, (await mia.call("PUT", `${path}/host`)).status]).toEqual([name, isAhead ? 200 : 409]);
    expect([name, (await mia.call("PUT", `${path}/dates`, { dates })).status]).toEqual([name, isAhead ? 200 : 403]);
    if (!isAhead) continue;
    const response = await jsonOf(ben.call("GET", path));
    await jsonOf(ben.call("PUT", `${path}/dates/mine`, { ids: [response.dates[0].id] }));
    const choice = await jsonOf(mia.call("POST", `${path}/dates/${response.dates[0].id}/choose`));
    expect(choice).toMatchObject({ ...dates[0], sequence: 4, answers: { yes: 2, guests: 2 }, isHost: true });
  }
  const correction = ada.call("PATCH", `/api/meetings/${idOf("over, to be corrected")}`, { date: inDays(5) });
  expect(await jsonOf(correction)).toMatchObject({ state: "planned" });
  expect((await mia.call("PUT", `/api/meetings/${idOf("over, to be corrected")}/host`)).status).toBe(200);
  await jsonOf(ada.call("POST", `/api/meetings/${idOf("canceled")}/restore`));
  expect((await mia.call("PUT", `/api/meetings/${idOf("canceled")}/dates`, { dates })).status).toBe(403);
  expect((await ada.call("PUT", `/api/meetings/${idOf("canceled")}/dates`, { dates })).status).toBe(200);
  expect((await ada.call("PATCH", `/api/meetings/${idOf("long over")}`, { time: "20:00" })).status).toBe(409);
  await server.stop();

  const copyPath = join(machine.storage, "backups", `before-upgrade-from-${RELEASED_SCHEMAS["1.0.0"]}.db`);
  expect(await machine.run("restore", copyPath, "--keep-sessions")).toMatchObject({ exitCode: 0 });
  expect(await machine.run("verify")).toMatchObject({ exitCode: 0 });
  const restoredServer = await machine.serve();
  await expectUntouched(await signIn("ada"));
  await restoredServer.stop();
});
