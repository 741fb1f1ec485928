import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";

import pinned from "#tests/fixtures/migrations.json" with { type: "json" };
import { RELEASED_SCHEMAS } from "#tests/support/old-club.ts";

import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";

const FOLDED_MIGRATION = 27;

test("changes no released migration, numbered in order (M01)", () => {
  const releasedMigrations = migrations.slice(0, Math.max(...Object.values(RELEASED_SCHEMAS)));
  const hashes = releasedMigrations.map(({ name, sql }) => [
    name,
    new Bun.CryptoHasher("sha256").update(sql).digest("hex"),
  ]);
  expect(Object.fromEntries(hashes)).toEqual(pinned);
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, at) => at + 1));
});

test("merges the keys of two names, and updates all others", () => {
  const db = new Database(":memory:", { strict: true });
  migrate(db, null, migrations.slice(0, FOLDED_MIGRATION - 1));
  const foldedNames = [
    ["νίκος", "νίκος"],
    ["νικοσ", "νικοσ"],
    ["weiß", "weiß"],
    ["weiss", "weiss"],
    ["irem", "irem"],
    ["ırem", "ırem"],
    ["έλενα", "ελενα"],
    ["علي", "علی"],
    ["o’brien", "o’brien"],
    ["o'brien", "o'brien"],
    ["d‘arcy", "d'arcy"],
    ["mia", "mia"],
    ["nora \u200b", "nora"],
    ["علي\u200cرضا", "علیرضا"],
    ["lia\u200d", "lia\u200d"],
    ["lia", "lia"],
  ] as const;
  for (const [at, [name]] of foldedNames.entries())
    db.query(
      `INSERT INTO users (username, username_key, display_name, email, email_key, password_hash, created_at)
       VALUES (?1, ?1, ?1, ?2, ?2, 'x', '2026-01-01')`,
    ).run(name, `${at}@example.org`);
  migrate(db, null, migrations);
  const keys = db.query<{ key: string }, []>("SELECT username_key AS key FROM users ORDER BY id").all();
  expect(keys.map(({ key }) => key)).toEqual(foldedNames.map(([, key]) => key));
  db.close();
});
