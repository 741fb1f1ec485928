import type { Database } from "bun:sqlite";

import type { User } from "#contract/users.ts";

type UserColumns = Omit<User, "isAdmin" | "passwordIsTemporary"> & { isAdmin: number; passwordIsTemporary: number };

/** A member as the API shows them. Used by the store of members, and by the store of sessions on each call. */
export function createFindUser(db: Database): (id: number) => User | null {
  const find = db.query<UserColumns, { id: number }>(
    `SELECT id, username, display_name AS displayName, email, photo_url AS photoURL, is_admin AS isAdmin,
            temporary_until IS NOT NULL AS passwordIsTemporary FROM users WHERE id = $id`,
  );
  return (id) => {
    const row = find.get({ id });
    return row && { ...row, isAdmin: row.isAdmin === 1, passwordIsTemporary: row.passwordIsTemporary === 1 };
  };
}
