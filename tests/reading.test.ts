import { afterAll, beforeAll, expect, test } from "bun:test";

import { createApp } from "#server/app.ts";
import { type Club, createClub } from "#tests/support/club.ts";
import { everyTable } from "#tests/support/stored-rows.ts";

let club: Club;
beforeAll(async () => {
  club = await createClub();
});
afterAll(() => club.close());

test("GET and HEAD of every route change nothing (C04)", async () => {
  const people = [club.visitor, club.member(), club.admin()];
  const paths = new Set(createApp(club.deps).routes.map(({ path }) => path.replaceAll(/:\w+/g, "1")));
  const readTables = () => everyTable(club.db, { seen: true });
  // the first call creates the club's push key
  await people[1]?.call("GET", "/api/push/key");
  let tablesBefore = readTables();
  expect(paths.size).toBeGreaterThan(15);
  const changingCalls: string[] = [];
  for (const path of paths) {
    for (const method of ["GET", "HEAD"])
      for (const person of people)
        for (let round = 0; round < 3; round += 1) {
          const { status } = await person.call(method, path);
          expect(`${method} ${path} ${status < 500}`).toEndWith("true");
        }
    const tablesNow = readTables();
    changingCalls.push(
      ...Object.keys(tablesNow).flatMap((table) =>
        tablesNow[table] === tablesBefore[table] ? [] : [`${path} ${table}`],
      ),
    );
    tablesBefore = tablesNow;
  }
  // a lookup counts towards its hourly limit, so only scripts of our own origin may call it (tests/embedding.test.ts)
  expect(changingCalls).toEqual(["/api/books/isbn/1? usage", "/api/books/isbn usage"]);
});
