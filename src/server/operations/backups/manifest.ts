import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

import { PatternText } from "#contract/text.ts";

const ManifestEntry = Type.Object({
  // only names that the program creates, so that a backup can't point outside the storage
  path: PatternText(/^(?:bookclub\.db|(?:books|covers|avatars)(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)+)$/u, { max: 1000 }),
  size: Type.Integer({ minimum: 0 }),
  sha256: PatternText(/^[0-9a-f]{64}$/u, { max: 64 }),
});
export type ManifestEntry = Static<typeof ManifestEntry>;

const BackupIssue = Type.Object({
  path: Type.String(),
  fault: Type.Union([Type.Literal("missing"), Type.Literal("changed")]),
});
export type BackupIssue = Static<typeof BackupIssue>;

export const Manifest = Type.Object({
  format: Type.Literal(1),
  program: Type.String(),
  /** `user_version` of the database. */
  schema: Type.Integer(),
  createdAt: Type.String(),
  /** The database comes first. */
  entries: Type.Array(ManifestEntry, { minItems: 1 }),
  faults: Type.Array(BackupIssue),
  /** Files that the database references and that are in the bucket, not in the backup. */
  inBucket: Type.Optional(Type.Array(ManifestEntry)),
});
export type Manifest = Static<typeof Manifest>;

export const MANIFEST_FILE = "manifest.json";
/** The manifest of ten thousand books is a tenth of this. */
export const MANIFEST_MAX_BYTES = 32 * 1024 * 1024;

export function parseManifest(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text);
    return Value.Check(Manifest, value) ? value : null;
  } catch {
    return null;
  }
}

/** Paths that the database references and the backup lacks. */
export function listAbsentPaths({ faults, inBucket = [] }: Pick<Manifest, "faults" | "inBucket">): Set<string> {
  const missingFiles = faults.filter(({ fault }) => fault === "missing");
  return new Set([...missingFiles, ...inBucket].map(({ path }) => path));
}

export function sumBytes({ entries }: Pick<Manifest, "entries">): number {
  return entries.reduce((sum, { size }) => sum + size, 0);
}
