import { AppError } from "#server/errors.ts";

/** Only fields in `was` count, as the caller saw them. @throws AppError 'conflict' naming changed fields */
export function assertNotStale<Fields extends object>(
  now: Fields,
  patch: Partial<Fields>,
  was: Partial<Fields> = {},
): void {
  const fields = Object.keys(patch) as (keyof Fields & string)[];
  const unseen = fields.filter((field) => field in was && now[field] !== was[field] && now[field] !== patch[field]);
  if (unseen.length === 0) return;
  throw new AppError("conflict", "Someone else changed this in the meantime. Nothing was overwritten.", {
    errors: unseen.map((field) => ({ path: `/${field}`, message: "Someone else changed this in the meantime" })),
  });
}
