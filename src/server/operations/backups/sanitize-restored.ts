import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { migrate } from "#db/migrate.ts";
import { closeDatabase, openDatabase } from "#db/open.ts";
import { createStores } from "#db/stores.ts";

import { DATABASE } from "./manifest.ts";

export type RestoredMembers = {
  members: number;
  books: number;
  posts: number;
  deleted: string[];
  unsubscribed: string[];
};

const NOT_SENT = "It was waiting when the backup was made, and a restore sends no mail.";

/** Makes a restored database safe to serve: upgrades it, ends sessions and known devices, drops waiting mail. */
export function sanitizeRestoredDatabase(
  staged: string,
  storageDir: string,
  { now, keepSessions }: { now: Date; keepSessions: boolean },
): RestoredMembers {
  const db = openDatabase(join(staged, DATABASE));
  try {
    migrate(db, null);
    const stores = createStores(db);
    stores.transaction(() => {
      stores.oneTime.removeAll();
      if (!keepSessions) {
        stores.sessions.removeAll();
        stores.devices.forgetAll();
      }
      stores.outbox.markUnknown(NOT_SENT, now.toISOString());
      stores.outbox.failAllQueued(NOT_SENT, now.toISOString());
      stores.email.disableUntilRestart();
    });
    const users = stores.users.list();
    const before = readMembers(join(storageDir, DATABASE));
    const names = (isBack: (id: number) => boolean) =>
      before ? users.filter(({ id }) => isBack(id)).map(({ displayName }) => displayName) : [];
    return {
      members: users.length,
      books: stores.books.list().length,
      posts: stores.posts.count(),
      deleted: names((id) => before?.has(id) === false),
      unsubscribed: names((id) => before?.get(id) === false && stores.users.mailChoices(id).wantsMonthlyMail),
    };
  } finally {
    closeDatabase(db);
  }
}

function readMembers(path: string): ReadonlyMap<number, boolean> | null {
  if (!existsSync(path)) return null;
  try {
    const db = new Database(path, { readonly: true, strict: true });
    try {
      const rows = db
        .query<{ id: number; wants: number }, []>("SELECT id, wants_monthly_mail AS wants FROM users")
        .all();
      return new Map(rows.map(({ id, wants }) => [id, wants === 1]));
    } finally {
      db.close();
    }
  } catch {
    // a damaged database is a common reason to restore
    return null;
  }
}
