import type { MailChoices, PaceChoice } from "#contract/profile.ts";
import { FORMER_MEMBER, type User, type UserRow } from "#contract/users.ts";

import { joinTemplate, type Query, rowOf } from "./query.ts";

type Credentials = { id: number; username: string; passwordHash: string; temporaryUntil: string | null };

export type Choices = MailChoices & PaceChoice;

type NewUser = Omit<UserRow, "id" | "photoURL"> & {
  usernameKey: string;
  emailKey: string;
  passwordHash: string;
  invitationId: number | null;
};

export function createUserStore(query: Query) {
  const { sql, one, oneOrNull, all, value, valueOrNull, exists, run } = query;
  const select = sql`SELECT ${USER_COLUMNS}, created_at AS createdAt FROM users`;

  return {
    find: createFindUser(query),
    findCredentialsById: (id: number) => oneOrNull<Credentials>`
      SELECT id, username, password_hash AS passwordHash, temporary_until AS temporaryUntil
      FROM users WHERE id = ${id}`,
    findIdByUsername: (usernameKey: string) => valueOrNull<number>`
      SELECT id FROM users WHERE username_key = ${usernameKey}`,
    listUsernames: () => all<{ id: number; username: string }>`SELECT id, username FROM users`,
    findIdByEmail: (emailKey: string) => valueOrNull<number>`SELECT id FROM users WHERE email_key = ${emailKey}`,
    findRow: (id: number) => oneOrNull<UserRow>`${select} WHERE id = ${id}`,
    list: () => all<UserRow>`${select} ORDER BY username_key`,
    countAdmins: () => value<number>`SELECT count(*) FROM users WHERE is_admin = 1`,
    /** @throws SQLITE_CONSTRAINT if the name or address exists */
    insert: (user: NewUser) => value<number>`INSERT INTO users ${rowOf(user)} RETURNING id`,
    updateProfile: (id: number, { displayName, email, emailKey }: ProfileColumns) => run`
      UPDATE users SET display_name = coalesce(${displayName}, display_name), email = coalesce(${email}, email),
                       email_key = coalesce(${emailKey}, email_key) WHERE id = ${id}`,
    findChoices: (id: number) => one<Choices>`
      SELECT wants_monthly_mail AS "wantsMonthlyMail:boolean", wants_meeting_mail AS "wantsMeetingMail:boolean",
             wants_announcements AS "wantsAnnouncements:boolean", wants_pace AS "wantsPace:boolean"
      FROM users WHERE id = ${id}`,
    updateChoices: (id: number, choices: Partial<Choices>) => run`
      UPDATE users SET wants_monthly_mail = coalesce(${choices.wantsMonthlyMail ?? null}, wants_monthly_mail),
        wants_meeting_mail = coalesce(${choices.wantsMeetingMail ?? null}, wants_meeting_mail),
        wants_announcements = coalesce(${choices.wantsAnnouncements ?? null}, wants_announcements),
        wants_pace = coalesce(${choices.wantsPace ?? null}, wants_pace) WHERE id = ${id}`,
    updatePhoto: (id: number, photoURL: string | null) => run`
      UPDATE users SET photo_url = ${photoURL} WHERE id = ${id}`,
    /** @param temporaryUntil null for a password that the member chose */
    updatePassword: (id: number, passwordHash: string, temporaryUntil: string | null) => run`
      UPDATE users SET password_hash = ${passwordHash}, temporary_until = ${temporaryUntil} WHERE id = ${id}`,
    promote: (id: number) => exists`UPDATE users SET is_admin = 1 WHERE id = ${id} RETURNING id`,
    /** One statement. @returns false without another admin */
    demote: (id: number) => exists`
      UPDATE users SET is_admin = 0
      WHERE id = ${id} AND EXISTS (SELECT 1 FROM users WHERE is_admin = 1 AND id <> ${id}) RETURNING id`,
    /** One statement. @returns false for the last admin */
    delete: (id: number) => exists`
      DELETE FROM users
      WHERE id = ${id} AND (is_admin = 0 OR EXISTS (SELECT 1 FROM users WHERE is_admin = 1 AND id <> ${id}))
      RETURNING id`,
    anonymizeNotes: (id: number) => {
      run`UPDATE notes SET user_id = NULL WHERE user_id = ${id}`;
      run`UPDATE note_replies SET user_id = NULL WHERE user_id = ${id}`;
    },
  };
}

type ProfileColumns = { displayName: string | null; email: string | null; emailKey: string | null };
const USER_COLUMNS = joinTemplate`id, username, display_name AS displayName, email, photo_url AS photoURL,
  is_admin AS "isAdmin:boolean"`;

/** The member `u` of a LEFT JOIN as an `Author`. */
export const AUTHOR = joinTemplate`json_object('id', u.id, 'displayName', coalesce(u.display_name, ${FORMER_MEMBER.displayName}),
  'photoURL', u.photo_url)`;

export function createFindUser({ oneOrNull }: Query) {
  return (id: number) => oneOrNull<User>`
    SELECT ${USER_COLUMNS}, temporary_until IS NOT NULL AS "passwordIsTemporary:boolean" FROM users WHERE id = ${id}`;
}
