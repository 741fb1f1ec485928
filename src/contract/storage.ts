import { type Static, Type } from "@sinclair/typebox";

import { Nullable } from "./nullable.ts";

/** A file that the club names and that is not there as it was uploaded. */
export const FileFault = Type.Object({
  /** Below STORAGE_DIR, with `/`. */
  path: Type.String(),
  /** Whose file it is, in words: 'The audiobook of “Emma”'. */
  what: Type.String(),
  /** In bytes; null where none is written down, as for pictures. */
  expected: Nullable(Type.Integer()),
  /** In bytes; null when it is missing or may not be read. */
  found: Nullable(Type.Integer()),
});
export type FileFault = Static<typeof FileFault>;

/** Answer of `GET /api/storage`. */
export const Storage = Type.Object({
  faults: Type.Array(FileFault),
  /** Files that nothing names any more; each goes a day after it was let go. */
  unnamed: Type.Object({ files: Type.Integer(), bytes: Type.Integer() }),
  /** What the club may still fill, in bytes. */
  freeBytes: Type.Integer(),
});
export type Storage = Static<typeof Storage>;
