import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import { OPERATOR } from "#server/access/caller.ts";
import { findTokenOwner } from "#server/access/one-time-tokens.ts";
import { signToken, verifyToken } from "#server/access/signed-token.ts";
import { createAnswerUrl } from "#server/mail/answer-links.ts";
import { createWorld, type World } from "#tests/support/access-world.ts";
import type { Person } from "#tests/support/club.ts";
import { jsonOf } from "#tests/support/json.ts";
import { challenge, createPasskey } from "#tests/support/soft-passkey.ts";

import { resetPassword } from "./passwords.ts";

/** Tables with a secret that belongs to no member, or that is revoked with another row. */
const UNREVOKED_TABLES: Readonly<Record<string, string>> = {
  attempts: "names what is counted",
  bookmarks: "their keys tell two sends apart",
  books: "a file's checksum",
  deleted_sends: "tells what was deleted since it was sent",
  email_settings: "the club's key; links signed with it count resets",
  nominations: "title and author, to compare",
  note_replies: "their keys tell two sends apart",
  notes: "their keys tell two sends apart",
  posts: "their keys tell two sends apart",
  push_keys: "the club's",
  push_subscriptions: "ends with its session",
  reading_progress: "code points read",
  set_up: "ends when the first admin is made",
  wines: "their keys tell two sends apart",
};
const SECRET = /hash|sha256|token|secret|code|key|auth|credential|p256dh/;

let world: World;
let vera: Person;
const listRevokedTables = () => Object.keys(world.club.deps.stores.secrets.revocations(0, ""));
beforeEach(async () => {
  world = await createWorld();
  // an admin can have every credential of a member, and invitations
  vera = world.club.admin("vera");
});
afterEach(() => world.close());

test("revokes each of a member's credentials, or has a reason", () => {
  const { db } = world.club;
  const tables = db.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const tablesWithSecrets = tables.filter(({ name }) => {
    const columns = db.query<{ name: string; type: string }, []>(`PRAGMA table_info("${name}")`).all();
    return columns.some((column) => SECRET.test(column.name) || column.type === "BLOB");
  });
  expect(tablesWithSecrets.map(({ name }) => name).toSorted()).toEqual(
    [...listRevokedTables(), ...Object.keys(UNREVOKED_TABLES)].toSorted(),
  );
});

/** Creates everything that allows someone to sign in. @returns by name, whether it still works */
async function createAllCredentials(who: Person): Promise<() => Promise<Record<string, boolean>>> {
  const { club, admin } = world;
  const passkey = createPasskey();
  const response = passkey.attest(await challenge(who, "/api/profile/passkeys/options"));
  await jsonOf(who.call("POST", "/api/profile/passkeys", { name: "Phone", response }));
  const pathOf = async (address: string) => new URL((await jsonOf(who.call("POST", address))).url).pathname;
  const paths = {
    podcast: await pathOf("/api/profile/feeds/podcast"),
    opds: await pathOf("/api/profile/feeds/opds"),
    calendar: await pathOf("/api/profile/calendar"),
  };
  const { code } = await jsonOf(who.call("POST", "/api/auth/device"));
  const { url } = await jsonOf(admin.call("POST", `/api/users/${who.user.id}/reset-link`));
  const resetToken = new URL(url).searchParams.get("reset") ?? "";
  const meeting = { date: "2026-12-16", time: "19:00", location: "The cellar" };
  const { id } = await jsonOf(admin.call("POST", "/api/meetings", meeting));
  const answerToken = new URL(createAnswerUrl(club.deps, who.user.id, id)).searchParams.get("token");
  const invitation = (await jsonOf(who.call("POST", "/api/invitations", { uses: 5 }))).code;

  const isAccepted = async (call: Promise<Response>) => (await call).ok;
  return async () => ({
    session: await isAccepted(who.call("GET", "/api/auth/user")),
    passkey: await isAccepted(
      club.visitor.call("POST", "/api/auth/passkey", {
        response: passkey.assert(await challenge(club.visitor, "/api/auth/passkey/options")),
      }),
    ),
    podcast: await isAccepted(club.visitor.call("GET", paths.podcast)),
    opds: await isAccepted(club.visitor.call("GET", paths.opds)),
    calendar: await isAccepted(club.visitor.call("GET", paths.calendar)),
    device: await isAccepted(club.visitor.call("POST", "/api/auth/device/look", { code })),
    link: findTokenOwner(club.deps, "reset", resetToken) !== null,
    answer: await isAccepted(club.visitor.call("GET", `/api/answer?token=${answerToken}`)),
    invitation: await isAccepted(
      club.visitor.call("POST", "/api/auth/register", { ...world.registration(), invitationCode: invitation }),
    ),
  });
}

const RESETS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["by an admin", () => jsonOf(world.admin.call("PATCH", `/api/users/${vera.user.id}/password-reset`))],
  ["by command", () => resetPassword(world.club.deps, OPERATOR, vera.user.id)],
  [
    "by link",
    async () => {
      const { url } = await jsonOf(world.admin.call("POST", `/api/users/${vera.user.id}/reset-link`));
      const token = new URL(url).searchParams.get("reset");
      return world.club.visitor.call("POST", "/api/auth/reset", { token, password: "another one entirely" });
    },
  ],
];

describe("a reset revokes everything of a member, nothing of others", () => {
  test.each(RESETS)("%s", async (_description, reset) => {
    const chief = world.club.admin("chris");
    const [verasCredentials, chiefsCredentials] = [await createAllCredentials(vera), await createAllCredentials(chief)];
    expect(new Set(Object.values(await verasCredentials()))).toEqual(new Set([true]));
    const rowsBefore = listRevokedTables().map((table) => [table, countRowsOf(table, vera)]);
    expect(rowsBefore.filter(([, count]) => count === 0)).toEqual([]);
    await reset();
    expect(Object.entries(await verasCredentials()).filter(([, works]) => works)).toEqual([]);
    expect(listRevokedTables().filter((table) => table !== "users" && countRowsOf(table, vera) > 0)).toEqual([]);
    expect(Object.entries(await chiefsCredentials()).filter(([, works]) => !works)).toEqual([]);
  });

  test("except for unsubscribe links", async () => {
    const { deps } = world.club;
    const purposes = ["answer", "something new", "unsubscribe", "unsubscribe:meetings"];
    const signedTokens = purposes.map((purpose) => [purpose, signToken(deps, purpose, [vera.user.id])] as const);
    const listWorkingPurposes = () =>
      signedTokens.flatMap(([purpose, token]) => (verifyToken(deps, purpose, token) ? [purpose] : []));
    expect(listWorkingPurposes()).toEqual(purposes);
    await resetPassword(deps, OPERATOR, vera.user.id);
    expect(listWorkingPurposes()).toEqual(["unsubscribe", "unsubscribe:meetings"]);
    expect(verifyToken(deps, "answer", signToken(deps, "answer", [vera.user.id]))).toEqual([String(vera.user.id)]);
  });
});

/** A member's rows; of invitations, only those that are still valid. */
function countRowsOf(table: string, { user }: Person): number {
  const { db } = world.club;
  const owner = table === "users" ? "id" : table === "invitations" ? "revoked_at IS NULL AND made_by" : "user_id";
  return (
    db.query<{ n: number }, [number]>(`SELECT count(*) AS n FROM "${table}" WHERE ${owner} = ?`).get(user.id)?.n ?? 0
  );
}
