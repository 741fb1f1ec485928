import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { mediaResponse } from "./media.ts";
import { Nullable, OneOf } from "./typebox.ts";

/** `incomplete` lacks files that were already missing; `failed` left nothing. */
export const BackupResult = Type.Object({
  at: Type.String(),
  kind: OneOf(["nightly", "file"]),
  outcome: OneOf(["whole", "incomplete", "failed"]),
  message: Type.String(),
});
export type BackupResult = Static<typeof BackupResult>;

export const NightlyBackup = Type.Object({
  name: Type.String(),
  createdAt: Type.String(),
  bytes: Type.Integer(),
  files: Type.Integer(),
});
export type NightlyBackup = Static<typeof NightlyBackup>;

export const Backups = Type.Object({
  last: Nullable(BackupResult),
  lastGoodAt: Nullable(Type.String()),
  nightly: Type.Boolean(),
  nights: Type.Array(NightlyBackup),
});
export type Backups = Static<typeof Backups>;

export const operationCalls = () =>
  defineCalls("Server", "admin", {
    "GET /api/backups": {
      summary: "List nightly backups",
      response: Backups,
    },
    "GET /api/storage": {
      summary: "Get the state of the storage",
      response: Storage,
    },
    "GET /api/docs": {
      summary: "Get the page of API calls",
      response: mediaResponse("A page.", "text/html"),
    },
    "GET /api/docs/openapi.json": {
      summary: "Download this description",
      description: "The format is OpenAPI 3.1.",
      response: mediaResponse("The description.", OPENAPI),
    },
  });

export const FileIssue = Type.Object({
  /** Relative to STORAGE_DIR. */
  path: Type.String(),
  what: Type.String(),
  /** Bytes; null for images. */
  expected: Nullable(Type.Integer()),
  /** Bytes; null when missing or unreadable. */
  found: Nullable(Type.Integer()),
});
export type FileIssue = Static<typeof FileIssue>;

export const Storage = Type.Object({
  /** Missing or empty folders; omitted if none. */
  missing: Type.Optional(Type.Array(Type.String())),
  faults: Type.Array(FileIssue),
  /** Unreferenced files, which are deleted after a day. */
  unnamed: Type.Object({ files: Type.Integer(), bytes: Type.Integer() }),
  freeBytes: Type.Integer(),
  /** With MEDIA=s3: how many books aren't copied yet, and the bucket's error. */
  bucket: Type.Optional(Type.Object({ waiting: Type.Integer(), fault: Nullable(Type.String()) })),
});
export type Storage = Static<typeof Storage>;

export const OPENAPI = "application/vnd.oai.openapi+json";
