import type { Database } from "bun:sqlite";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const UPLOADED_AT = "2026-03-01T20:00:00.000Z";

type StoredAudio = { path: string; size: number; sha256: string; uploadedAt: string };

/**
 * Gives a book an MP3 like version 1.0.0: unchanged, whatever its header. The club must not run, or use `db`. @returns
 * its path below the storage
 */
export function storeOldAudio(storage: string, db: Database, bookId: number, bytes: Uint8Array): string {
  const path = `books/${bookId}/audiobook-20260301T200000000Z-${randomBytes(8).toString("hex")}.mp3`;
  mkdirSync(dirname(join(storage, path)), { recursive: true, mode: 0o700 });
  writeFileSync(join(storage, path), bytes);
  const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  db.query(
    `UPDATE books SET audiobook_filename = 'old.mp3', audiobook_path = ?1, audiobook_size = ?2, audiobook_sha256 = ?3,
       audiobook_uploaded_at = ?4, audiobook_seconds = 100 WHERE id = ?5`,
  ).run(path, bytes.length, sha256, UPLOADED_AT, bookId);
  return path;
}

/** The database's columns for a book's audiobook. */
export function findStoredAudio(db: Database, bookId: number): StoredAudio {
  const row = db
    .query<StoredAudio, [number]>(
      `SELECT audiobook_path AS path, audiobook_size AS size, audiobook_sha256 AS sha256,
         audiobook_uploaded_at AS uploadedAt FROM books WHERE id = ?1`,
    )
    .get(bookId);
  if (!row) throw new Error(`There is no book ${bookId}`);
  return row;
}
