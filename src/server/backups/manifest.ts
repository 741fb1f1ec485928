import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/** A file of a club: where it stands below STORAGE_DIR, its size in bytes and its SHA-256 in hexadecimal. */
const Entry = Type.Object({
  // exactly what the program itself makes: nothing in a backup can name a place outside the storage
  path: Type.RegExp(/^(?:bookclub\.db|(?:books|covers|avatars)(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)+)$/),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.RegExp(/^[0-9a-f]{64}$/),
});
export type Entry = Static<typeof Entry>;

/** A file that the database names and that the storage does not have, or not as it was uploaded. */
const BackupFault = Type.Object({
  path: Type.String(),
  fault: Type.Union([Type.Literal("missing"), Type.Literal("changed")]),
});
export type BackupFault = Static<typeof BackupFault>;

/** What a backup holds: `manifest.json` in it. */
export const Manifest = Type.Object({
  format: Type.Literal(1),
  /** Version of the program that made it. */
  program: Type.String(),
  /** `user_version` of the database. */
  schema: Type.Integer(),
  /** ISO-8601 UTC. */
  createdAt: Type.String(),
  /** The database first. */
  entries: Type.Array(Entry, { minItems: 1 }),
  faults: Type.Array(BackupFault),
});
export type Manifest = Static<typeof Manifest>;

export const MANIFEST = "manifest.json";
export const DATABASE = "bookclub.db";
/** Larger ones are not read: ten thousand books fill a tenth of it. */
export const MANIFEST_MAX_BYTES = 32 * 1024 * 1024;

/** The manifest that this text is, or null. */
export function parseManifest(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(Manifest, value) ? value : null;
  } catch {
    return null;
  }
}

/** All that a backup holds, in bytes. */
export function totalBytes({ entries }: Pick<Manifest, "entries">): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}
