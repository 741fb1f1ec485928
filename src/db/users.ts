import type { MailChoices, PaceChoice } from "#contract/profile.ts";
import { type Author, FORMER_MEMBER, type User, type UserRow } from "#contract/users.ts";

import { requireRow } from "./errors.ts";
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
  const columns = `id, username, display_name AS displayName, email, photo_url AS photoURL, is_admin AS isAdmin`;
  const findMailChoices = query<{ [Choice in keyof MailChoices]: number }>(
    `SELECT wants_monthly_mail AS wantsMonthlyMail, wants_meeting_mail AS wantsMeetingMail,
            wants_announcements AS wantsAnnouncements FROM users WHERE id = $id`,
  );
  const updateMailChoices = query(
    `UPDATE users SET wants_monthly_mail = coalesce($wantsMonthlyMail, wants_monthly_mail),
       wants_meeting_mail = coalesce($wantsMeetingMail, wants_meeting_mail),
       wants_announcements = coalesce($wantsAnnouncements, wants_announcements) WHERE id = $id`,
  );
  const findCredentialsById = query<Credentials>(
    `SELECT id, username, password_hash AS passwordHash, temporary_until AS temporaryUntil FROM users WHERE id = $id`,
  );
  const findByUsername = query<{ id: number }>(`SELECT id FROM users WHERE username_key = $usernameKey`);
  const listUsernames = query<{ id: number; username: string }>(`SELECT id, username FROM users`);
  const findByEmail = query<{ id: number }>(`SELECT id FROM users WHERE email_key = $emailKey`);
  const findRow = query<UserRowColumns>(`SELECT ${columns}, created_at AS createdAt FROM users WHERE id = $id`);
  const list = query<UserRowColumns>(
    `SELECT ${columns}, created_at AS createdAt FROM users ORDER BY username_key LIMIT $limit OFFSET $offset`,
  );
  const count = query<{ count: number }>(`SELECT count(*) AS count FROM users`);
  const countAdmins = query<{ count: number }>(`SELECT count(*) AS count FROM users WHERE is_admin = 1`);
  const insert = query<{ id: number }>(
    `INSERT INTO users (username, username_key, display_name, email, email_key, is_admin, password_hash,
                        invitation_id, created_at)
     VALUES ($username, $usernameKey, $displayName, $email, $emailKey, $isAdmin, $passwordHash,
             $invitationId, $createdAt)
     RETURNING id`,
  );
  const updateProfile = query(
    `UPDATE users SET display_name = coalesce($displayName, display_name), email = coalesce($email, email),
                      email_key = coalesce($emailKey, email_key) WHERE id = $id`,
  );
  const updatePhoto = query(`UPDATE users SET photo_url = $photoURL WHERE id = $id`);
  const updatePassword = query(
    `UPDATE users SET password_hash = $passwordHash, temporary_until = $temporaryUntil WHERE id = $id`,
  );
  const promote = query<{ id: number }>(`UPDATE users SET is_admin = 1 WHERE id = $id RETURNING id`);
  const demote = query<{ id: number }>(
    `UPDATE users SET is_admin = 0
     WHERE id = $id AND EXISTS (SELECT 1 FROM users WHERE is_admin = 1 AND id <> $id) RETURNING id`,
  );
  const remove = query<{ id: number }>(
    `DELETE FROM users
     WHERE id = $id AND (is_admin = 0 OR EXISTS (SELECT 1 FROM users WHERE is_admin = 1 AND id <> $id))
     RETURNING id`,
  );
  const anonymizeStatements = [
    query(`UPDATE notes SET user_id = NULL WHERE user_id = $id`),
    query(`UPDATE note_replies SET user_id = NULL WHERE user_id = $id`),
  ];
  const listPhotos = query<{ photoURL: string }>(
    `SELECT DISTINCT photo_url AS photoURL FROM users WHERE photo_url IS NOT NULL`,
  );

  return {
    find: createFindUser(query),
    findCredentialsById: (id: number) => findCredentialsById.get({ id }),
    findIdByUsername: (usernameKey: string) => findByUsername.get({ usernameKey })?.id ?? null,
    listUsernames: () => listUsernames.all(),
    findIdByEmail: (emailKey: string) => findByEmail.get({ emailKey })?.id ?? null,
    findRow: (id: number): UserRow | null => {
      const row = findRow.get({ id });
      return row && toUserRow(row);
    },
    list: ({ limit = -1, offset = 0 } = {}): UserRow[] => list.all({ limit, offset }).map(toUserRow),
    count: () => count.get()?.count ?? 0,
    countAdmins: () => countAdmins.get()?.count ?? 0,
    /** @throws SQLITE_CONSTRAINT if the name or address exists */
    insert: (user: NewUser): number => requireRow(insert.get(user)).id,
    updateProfile: (id: number, columns: ProfileColumns) => void updateProfile.run({ id, ...columns }),
    findMailChoices: (id: number): MailChoices => {
      const row = findMailChoices.get({ id });
      return {
        wantsMonthlyMail: row?.wantsMonthlyMail === 1,
        wantsMeetingMail: row?.wantsMeetingMail === 1,
        wantsAnnouncements: row?.wantsAnnouncements === 1,
      };
    },
    updateMailChoices: (id: number, choices: ChangedMailChoices) =>
      void updateMailChoices.run({
        wantsMonthlyMail: null,
        wantsMeetingMail: null,
        wantsAnnouncements: null,
        ...choices,
        id,
      }),
    updatePhoto: (id: number, photoURL: string | null) => void updatePhoto.run({ id, photoURL }),
    /** @param temporaryUntil null for a password that the member chose */
    updatePassword: (id: number, passwordHash: string, temporaryUntil: string | null) =>
      void updatePassword.run({ id, passwordHash, temporaryUntil }),
    promote: (id: number) => promote.get({ id }) !== null,
    /** One statement. @returns false without another admin */
    demote: (id: number) => demote.get({ id }) !== null,
    /** One statement. @returns false for the last admin */
    remove: (id: number) => remove.get({ id }) !== null,
    anonymizeNotes: (id: number) => {
      for (const statement of anonymizeStatements) statement.run({ id });
    },
    listPhotos: () => listPhotos.all().map((row) => row.photoURL),
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

type UserColumns = Omit<User, "isAdmin" | "passwordIsTemporary"> & { isAdmin: number; passwordIsTemporary: number };

export function createFindUser(query: Query): (id: number) => User | null {
  const find = query<UserColumns>(
    `SELECT id, username, display_name AS displayName, email, photo_url AS photoURL, is_admin AS isAdmin,
            temporary_until IS NOT NULL AS passwordIsTemporary FROM users WHERE id = $id`,
  );
  return (id) => {
    const row = find.get({ id });
    return row && { ...row, isAdmin: row.isAdmin === 1, passwordIsTemporary: row.passwordIsTemporary === 1 };
  };
}

/** Whether members see how much is left to read before the meeting. */
export function createPaceChoiceStore(query: Query) {
  const find = query<{ wantsPace: number }>(`SELECT wants_pace AS wantsPace FROM users WHERE id = $userId`);
  const save = query(`UPDATE users SET wants_pace = $wantsPace WHERE id = $userId`);
  return {
    find: (userId: number): PaceChoice => ({ wantsPace: find.get({ userId })?.wantsPace !== 0 }),
    save: (userId: number, { wantsPace }: PaceChoice) => void save.run({ userId, wantsPace }),
  };
}
