import { type Static, Type } from "@sinclair/typebox";

import { calls } from "./call.ts";
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
      summary: "Show the nightly backups",
      response: Backups,
    },
  });
