import type { MailChoices, PaceChoice } from "#contract/profile.ts";
import { type Author, FORMER_MEMBER, type User, type UserRow } from "#contract/users.ts";

import type { Query } from "./query.ts";

type Credentials = { id: number; username: string; passwordHash: string; temporaryUntil: string | null };

/** Null and missing ones aren't changed. */
export type ChangedMailChoices = { [Choice in keyof MailChoices]?: boolean | null };

type NewUser = {
  username: string;
  usernameKey: string;
  displayName: string;
  email: string;
  emailKey: string;
  isAdmin: boolean;
  passwordHash: string;
  invitationId: number | null;
  createdAt: string;
};

export function createUserStore(query: Query) {
  const { sql, oneOrNull, all, value, valueOrNull, exists, run } = query;
  const columns = sql`id, username, display_name AS displayName, email, photo_url AS photoURL, is_admin AS isAdmin`;

  return {
    find: createFindUser(query),
    findCredentialsById: (id: number) => oneOrNull<Credentials>`
      SELECT id, username, password_hash AS passwordHash, temporary_until AS temporaryUntil
      FROM users WHERE id = ${id}`,
    findIdByUsername: (usernameKey: string) => valueOrNull<number>`
      SELECT id FROM users WHERE username_key = ${usernameKey}`,
    listUsernames: () => all<{ id: number; username: string }>`SELECT id, username FROM users`,
    findIdByEmail: (emailKey: string) => valueOrNull<number>`SELECT id FROM users WHERE email_key = ${emailKey}`,
    findRow: (id: number): UserRow | null => {
      const row = oneOrNull<UserRowColumns>`SELECT ${columns}, created_at AS createdAt FROM users WHERE id = ${id}`;
      return row && toUserRow(row);
    },
    list: (): UserRow[] =>
      all<UserRowColumns>`
        SELECT ${columns}, created_at AS createdAt FROM users ORDER BY username_key`.map(toUserRow),
    countAdmins: () => value<number>`SELECT count(*) FROM users WHERE is_admin = 1`,
    /** @throws SQLITE_CONSTRAINT if the name or address exists */
    insert: (user: NewUser) => value<number>`
      INSERT INTO users (username, username_key, display_name, email, email_key, is_admin, password_hash,
                         invitation_id, created_at)
      VALUES (${user.username}, ${user.usernameKey}, ${user.displayName}, ${user.email}, ${user.emailKey},
              ${user.isAdmin}, ${user.passwordHash}, ${user.invitationId}, ${user.createdAt})
      RETURNING id`,
    updateProfile: (id: number, { displayName, email, emailKey }: ProfileColumns) => run`
      UPDATE users SET display_name = coalesce(${displayName}, display_name), email = coalesce(${email}, email),
                       email_key = coalesce(${emailKey}, email_key) WHERE id = ${id}`,
    findMailChoices: (id: number): MailChoices => {
      const row = oneOrNull<{ [Choice in keyof MailChoices]: number }>`
        SELECT wants_monthly_mail AS wantsMonthlyMail, wants_meeting_mail AS wantsMeetingMail,
               wants_announcements AS wantsAnnouncements FROM users WHERE id = ${id}`;
      return {
        wantsMonthlyMail: row?.wantsMonthlyMail === 1,
        wantsMeetingMail: row?.wantsMeetingMail === 1,
        wantsAnnouncements: row?.wantsAnnouncements === 1,
      };
    },
    updateMailChoices: (id: number, { wantsMonthlyMail, wantsMeetingMail, wantsAnnouncements }: ChangedMailChoices) =>
      run`
        UPDATE users SET wants_monthly_mail = coalesce(${wantsMonthlyMail ?? null}, wants_monthly_mail),
          wants_meeting_mail = coalesce(${wantsMeetingMail ?? null}, wants_meeting_mail),
          wants_announcements = coalesce(${wantsAnnouncements ?? null}, wants_announcements) WHERE id = ${id}`,
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
type UserRowColumns = Omit<UserRow, "isAdmin"> & { isAdmin: number };

function toUserRow(row: UserRowColumns): UserRow {
  return { ...row, isAdmin: row.isAdmin === 1 };
}

/** Null if the account was deleted. */
export type AuthorColumns = { userId: number | null; displayName: string | null; photoURL: string | null };

export function authorOf({ userId, displayName, photoURL }: AuthorColumns): Author {
  return displayName === null ? FORMER_MEMBER : { id: userId, displayName, photoURL };
}

/** Replaces an author's columns by the author. `mine` is true for the viewer's own row. */
export function withAuthor<Row extends AuthorColumns>(row: Row, viewerId: number) {
  const { userId, displayName, photoURL, ...rest } = row;
  return { ...rest, author: authorOf({ userId, displayName, photoURL }), mine: userId === viewerId };
}

type UserColumns = Omit<User, "isAdmin" | "passwordIsTemporary"> & { isAdmin: number; passwordIsTemporary: number };

export function createFindUser({ oneOrNull }: Query): (id: number) => User | null {
  return (id) => {
    const row = oneOrNull<UserColumns>`
      SELECT id, username, display_name AS displayName, email, photo_url AS photoURL, is_admin AS isAdmin,
             temporary_until IS NOT NULL AS passwordIsTemporary FROM users WHERE id = ${id}`;
    return row && { ...row, isAdmin: row.isAdmin === 1, passwordIsTemporary: row.passwordIsTemporary === 1 };
  };
}

/** Whether to show members how much is left to read before the meeting. */
export function createPaceChoiceStore({ valueOrNull, run }: Query) {
  return {
    find: (userId: number): PaceChoice => ({
      wantsPace: valueOrNull<number>`SELECT wants_pace FROM users WHERE id = ${userId}` !== 0,
    }),
    save: (userId: number, { wantsPace }: PaceChoice) => run`
      UPDATE users SET wants_pace = ${wantsPace} WHERE id = ${userId}`,
  };
}
