import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";

import { INVISIBLE_CHARACTERS } from "#contract/invisible-characters.ts";
import { migrate } from "#db/migrate.ts";
import { migrations } from "#db/migrations.ts";
import { createClub } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { RELEASED_SCHEMAS } from "#tests/support/old-club.ts";

import { normalizeUsername, usernameKey } from "./names.ts";

const PASSWORD = "Merlot & mystery";
type Version = keyof typeof RELEASED_SCHEMAS;

/** How each release computed a username's key, as far as these tests need it. */
const RELEASED_KEYS: Record<Version, (username: string) => string> = {
  "1.0.0": normalizeUsername,
  "1.1.0": (username) =>
    normalizeUsername(username)
      .replaceAll(/\p{Cf}/gu, "")
      .replaceAll("ß", "ss")
      .replaceAll("’", "'"),
  "1.2.0": usernameKey,
  "1.2.1": usernameKey,
};

/** The rows of an upgraded club, with ids in this order. */
async function createRows(version: Version, usernames: readonly string[]): Promise<Uint8Array> {
  const db = new Database(":memory:", { strict: true });
  migrate(db, null, migrations.slice(0, RELEASED_SCHEMAS[version]));
  const hash = await Bun.password.hash(PASSWORD, { algorithm: "argon2id", memoryCost: 8, timeCost: 1 });
  const insert = db.query(
    `INSERT INTO users (username, username_key, display_name, email, email_key, password_hash, created_at)
     VALUES (?1, ?2, ?1, ?3, ?3, ?4, '2026-01-01T00:00:00Z')`,
  );
  const keys = new Set<string>();
  for (const [at, username] of usernames.entries()) {
    const key = RELEASED_KEYS[version](username);
    insert.run(username, keys.has(key) ? normalizeUsername(username) : key, `${at}@example.org`, hash);
    keys.add(key);
  }
  migrate(db, null);
  const rows = db.serialize();
  db.close();
  return rows;
}

const createUpgradedClub = async (version: Version, usernames: readonly string[]) =>
  createClub({ saved: { rows: await createRows(version, usernames), files: [] } });

type UpgradedClub = Awaited<ReturnType<typeof createUpgradedClub>>;

async function fetchSignedInId(club: UpgradedClub, name: string): Promise<number | null> {
  const response = await club.signIn(name, PASSWORD);
  return response.status === 200 ? (await response.json()).id : null;
}

const listKeys = (rows: Uint8Array) => {
  const db = Database.deserialize(rows);
  const keys = db.query<{ key: string }, []>("SELECT username_key AS key FROM users ORDER BY id").all();
  db.close();
  return keys.map(({ key }) => key);
};

/** Every invisible character, between letters and at both ends. */
function listInvisibleNames(): string[] {
  const markPattern = new RegExp(`^[${INVISIBLE_CHARACTERS}]$`, "u");
  const names: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const mark = String.fromCodePoint(code);
    if (markPattern.test(mark)) names.push(`${mark}n${names.length} ${mark} o${mark}`);
  }
  return names;
}

describe.each(["1.0.0", "1.1.0"] as const)("usernames of version %s", (version) => {
  test("get the keys of new ones, for every invisible character", async () => {
    const names = [...listInvisibleNames(), "i\uFE0F\u0307rem", "Nora \uFE0F", "Straße\u{E0100}", "O’Brien\u034F"];
    expect(listKeys(await createRows(version, names))).toEqual(names.map((name) => usernameKey(name)));
  });

  test("are found with and without invisible characters", async () => {
    const club = await createUpgradedClub(version, ["Nora\uFE0F", "Mi\u034Fa", "辻\u{E0100}", "Li\u200Ba"]);
    const typedNames = ["nora", "NORA\uFE0F", "mia", "mi\u034Fa", "辻", "辻\u{E0101}", "lia", "li\u200Ba"];
    const ids = [];
    for (const name of typedNames) ids.push(await fetchSignedInId(club, name));
    expect(ids).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    for (const username of ["nora", "mia", "辻", "lia"]) {
      const response = await club.visitor.call("POST", "/api/auth/register", club.registration({ username }));
      expect([username, response.status]).toEqual([username, 409]);
    }
    club.close();
  });

  test("that became equal still find each member", async () => {
    const names = ["nora", "no\uFE0Fra", "no\u{E0100}ra", "weiss'", "weiß’", "weiß'\uFE0F", "\u3164", "\u115F"];
    const club = await createUpgradedClub(version, names);
    const ids = [];
    for (const name of names)
      ids.push(await fetchSignedInId(club, name), await fetchSignedInId(club, name.toUpperCase()));
    // in capitals, ß equals another name's ss
    expect(ids.filter((_, at) => at % 2 === 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(ids.filter((_, at) => at % 2 === 1 && at < 6)).toEqual([1, 2, 3]);
    club.close();
  });

  test("stay reserved after one of two equal ones is deleted", async () => {
    const club = await createUpgradedClub(version, ["nora", "no\uFE0Fra", "weiss'", "weiß’"]);
    club.db.run("DELETE FROM users WHERE id IN (1, 3)");
    for (const username of ["weiß’", "Weiß’"]) {
      const response = await club.visitor.call("POST", "/api/auth/register", club.registration({ username }));
      expect([username, response.status]).toEqual([username, 409]);
    }
    expect(await fetchSignedInId(club, "weiß’")).toBe(4);
    club.close();
  });

  test("that became equal stay apart for an admin's choice of a host", async () => {
    const names = ["nora", "no\uFE0Fra"];
    const club = await createUpgradedClub(version, names);
    const ada = club.admin();
    club.deps.stores.books.insert({ title: "Emma", author: "Jane", month: "2026-03" }, "2026-01-01");
    const meeting = { date: "2026-03-18", time: "19:00", location: "The cellar" };
    const { id } = await jsonOf(ada.call("POST", "/api/meetings", meeting));
    for (const [at, username] of names.entries()) {
      await jsonOf(ada.call("PUT", `/api/meetings/${id}/host`, { username }));
      expect((await jsonOf(ada.call("GET", `/api/meetings/${id}`))).host.id).toBe(at + 1);
    }
    club.close();
  });
});
