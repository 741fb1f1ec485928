import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";

import { executable } from "#tests/support/executable.ts";
import { hasHistory, type Release, releasedProgram, RELEASES } from "#tests/support/released-versions.ts";
import { createUpdatedClub } from "#tests/support/updated-club.ts";

import manifest from "../../package.json" with { type: "json" };
import { freePort } from "../../scripts/free-port.ts";

const releasedVersions = Object.keys(RELEASES) as Release[];
const versions = [...releasedVersions, "this version"] as const;
const programOf = (name: (typeof versions)[number]) => (name === "this version" ? executable() : releasedProgram(name));
const pairs = versions.flatMap((from) => versions.filter((to) => to !== from).map((to) => [from, to] as const));

test("covers every release that the changelog names", () => {
  const changelogVersions = [...readFileSync("CHANGELOG.md", "utf8").matchAll(/^## (\d+\.\d+\.\d+), \d/gm)].map(
    ([, name]) => name,
  );
  expect(
    changelogVersions.filter((name) => name !== manifest.version && !releasedVersions.some((one) => one === name)),
  ).toEqual([]);
});

describe.skipIf(!hasHistory())("between released versions (skipped without the history)", () => {
  test.each(pairs)(
    "updates %s to %s, or rolls back one that doesn't answer",
    async (from, to) => {
      const club = await createUpdatedClub(await programOf(from));
      try {
        await club.makeHealthy();
        const readFacts = () => {
          const db = new Database(club.at("storage/bookclub.db"), { readonly: true });
          try {
            const names = db.query<{ username: string }, []>("SELECT username FROM users").all();
            return [db.query("PRAGMA user_version").get(), names];
          } finally {
            db.close();
          }
        };
        const factsBefore = [club.hash("bin/bookclub"), ...readFacts()];
        const program = await programOf(to);
        const usesOtherPort = `[ "$1" != serve ] || export PORT=${await freePort()}`;
        club.write("unheard", `#!/bin/sh\n${usesOtherPort}\nexec ${program} "$@"\n`);
        // an older version's doctor rejects a newer database, and nothing changes
        expect(await club.updated(club.at("unheard"))).toMatchObject({ code: 1 });
        expect([club.hash("bin/bookclub"), ...readFacts()]).toEqual(factsBefore);
        expect([await club.answers(), club.isUnfinished()]).toEqual([true, false]);
        club.write("next", `#!/bin/sh\nexec ${program} "$@"\n`);
        const { code } = await club.updated(club.at("next"));
        expect(code).toBe(versions.indexOf(to) > versions.indexOf(from) ? 0 : code);
        expect([await club.answers(), club.isUnfinished()]).toEqual([true, false]);
      } finally {
        club.remove();
      }
    },
    600_000,
  );
});
