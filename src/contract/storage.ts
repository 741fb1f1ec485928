import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { Nullable } from "./typebox.ts";

/** A file that the database names but is missing or cut short. */
export const FileIssue = Type.Object({
  /** Below STORAGE_DIR, with `/`. */
  path: Type.String(),
  what: Type.String(),
  /** Bytes; null where unknown, as for pictures. */
  expected: Nullable(Type.Integer()),
  /** Bytes; null when missing or unreadable. */
  found: Nullable(Type.Integer()),
});
export type FileIssue = Static<typeof FileIssue>;

/** Bytes throughout. */
export const Storage = Type.Object({
  /** Folders that aren't there, or have none of their files; left out while there are none. */
  missing: Type.Optional(Type.Array(Type.String())),
  faults: Type.Array(FileIssue),
  /** Files nothing refers to; each is removed after a day. */
  unnamed: Type.Object({ files: Type.Integer(), bytes: Type.Integer() }),
  freeBytes: Type.Integer(),
  /** Where books live in a bucket: how many wait to be copied there, and why, or what else is wrong with it. */
  bucket: Type.Optional(Type.Object({ waiting: Type.Integer(), fault: Nullable(Type.String()) })),
});
export type Storage = Static<typeof Storage>;

export const storageCalls = () =>
  calls("Server", {
    "GET /api/storage": {
      by: "admin",
      summary: "Show the state of the storage",
      response: Storage,
    },
  });
