import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
import { sends } from "./media.ts";
import { Nullable, OneOf } from "./typebox.ts";

/** `incomplete` lacks only files that the storage had lost; `failed` left nothing. */
export const BackupResult = Type.Object({
  at: Type.String(),
  /** `nightly` is made by the club in its own storage, `file` by `bookclub backup`. */
  kind: OneOf(["nightly", "file"]),
  outcome: OneOf(["whole", "incomplete", "failed"]),
  message: Type.String(),
});
export type BackupResult = Static<typeof BackupResult>;

export const Night = Type.Object({
  name: Type.String(),
  createdAt: Type.String(),
  bytes: Type.Integer(),
  files: Type.Integer(),
});
export type Night = Static<typeof Night>;

export const Backups = Type.Object({
  last: Nullable(BackupResult),
  lastGoodAt: Nullable(Type.String()),
  nightly: Type.Boolean(),
  nights: Type.Array(Night),
});
export type Backups = Static<typeof Backups>;

export const backupCalls = () =>
  calls("Server", {
    "GET /api/backups": {
      by: "admin",
      summary: "List nightly backups",
      response: Backups,
    },
  });

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
      summary: "Get the state of the storage",
      response: Storage,
    },
  });

export const OPENAPI = "application/vnd.oai.openapi+json";

export const apiDocsCalls = () =>
  calls("Server", {
    "GET /api/docs": { by: "admin", summary: "Get the page of API calls", response: sends("A page.", "text/html") },
    "GET /api/docs/openapi.json": {
      by: "admin",
      summary: "Download this description",
      description: "As OpenAPI 3.1.",
      response: sends("The description.", OPENAPI),
    },
  });
