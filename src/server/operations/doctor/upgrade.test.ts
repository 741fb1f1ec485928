import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { migrate } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { runCommand } from "#server/cli/run.ts";
import { clubFolders } from "#tests/support/club-folders.ts";

import { checkUpgrade } from "./upgrade.ts";

const { at } = clubFolders();

/** An open club of an earlier schema with 2 MB of data. */
function createOldClub(name: string, version: number) {
  mkdirSync(at(name), { mode: 0o700 });
  const db = openDatabase(join(at(name), "bookclub.db"));
  migrate(db, null, migrations.slice(0, version));
  db.run("CREATE TABLE padding (bytes BLOB) STRICT");
  db.run("INSERT INTO padding VALUES (zeroblob(2000000))");
  return db;
}

const hashContents = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .map((name) => [name, new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, name))).digest("hex")]);

async function runDoctor(name: string) {
  const output: string[] = [];
  const environment = { STORAGE_DIR: at(name), TEAM_AVATAR_URL: "local" };
  const code = await runCommand(["doctor"], { environment, print: (line) => output.push(line), printError: () => {} });
  return { code, out: output.join("\n") };
}

test("previews an upgrade's steps and space", async () => {
  closeDatabase(createOldClub("old", migrations.length - 2));
  const contentsBefore = hashContents(at("old"));
  const { code, out } = await runDoctor("old");
  expect(code).toBe(0);
  const [lastMigration, secondToLastMigration] = [migrations.at(-1), migrations.at(-2)];
  expect(out).toContain(
    `note  Upgrade: The database has schema ${migrations.length - 2}. The next start of this program brings it to ${migrations.length}, in 2 steps: ${secondToLastMigration?.name}, ${lastMigration?.name}.`,
  );
  expect(out).toMatch(
    new RegExp(
      `ok    Upgrade: .*before-upgrade-from-${migrations.length - 2}\\.db, of 3 MB\\. In all it needs up to \\d MB, and \\d+ MB are free\\.`,
    ),
  );
  expect(hashContents(at("old"))).toEqual(contentsBefore);
});

test("previews it while the earlier version runs, with its log", () => {
  const db = createOldClub("running", migrations.length - 1);
  const [upgradeFinding] = checkUpgrade(at("running"));
  expect(upgradeFinding?.message).toContain(`in 1 step: ${migrations.at(-1)?.name}.`);
  expect(upgradeFinding?.message).toContain(`has schema ${migrations.length - 1}.`);
  closeDatabase(db);
});

test("continues with the other checks without an upgrade", async () => {
  closeDatabase(createOldClub("new", migrations.length));
  expect(checkUpgrade(at("new"))).toEqual([]);
  expect((await runDoctor("new")).out).toContain("There is no admin yet");
  expect(checkUpgrade(at("missing"))).toEqual([]);
});
