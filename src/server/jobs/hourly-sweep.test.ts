import { beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";

import { PASSWORD } from "#tests/support/club.ts";
import { eachClub } from "#tests/support/each-club.ts";

import { sweep } from "./hourly-sweep.ts";

const { club } = eachClub([], { now: "2026-01-01T12:00:00Z" });
beforeEach(async () => {
  club.member("mia");
  expect((await club.signIn("mia", PASSWORD)).status).toBe(200);
  expect((await club.signIn("mia", "wrong")).status).toBe(401);
});

const rows = (table: string) => club.db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
const left = (at: string) => {
  club.setTime(at);
  void sweep(club.deps);
  return { sessions: rows("sessions"), attempts: rows("attempts"), devices: rows("known_devices") };
};

test("the sweep removes expired failures, then sessions, then browsers, and nothing else", () => {
  const all = { sessions: 2, attempts: 2, devices: 1 };
  expect(left("2026-01-01T13:00:00Z")).toEqual(all);
  expect(left("2026-01-01T14:00:01Z")).toEqual({ ...all, attempts: 0 });
  expect(left("2026-01-31T11:59:59Z")).toEqual({ ...all, attempts: 0 });
  expect(left("2026-01-31T12:00:00Z")).toEqual({ sessions: 0, attempts: 0, devices: 1 });
  expect(left("2027-02-05T11:59:59Z")).toEqual({ sessions: 0, attempts: 0, devices: 1 });
  expect(left("2027-02-05T12:00:00Z")).toEqual({ sessions: 0, attempts: 0, devices: 0 });
});

test("what can't be deleted keeps nothing else", async () => {
  const { disk } = club.deps;
  // an operator put it on another disk, which is gone
  symlinkSync("/nowhere", disk.absolute("replaced-20250101T000000Z"));
  mkdirSync(disk.absolute("covers"), { recursive: true });
  const orphan = disk.absolute("covers/orphan.webp");
  writeFileSync(orphan, "left behind");
  utimesSync(orphan, new Date(0), new Date(0));
  void sweep(club.deps);
  while (existsSync(orphan)) await Bun.sleep(5);
});
