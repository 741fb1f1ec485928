import { AppError } from "./errors.ts";

/**
 * Refuses to overwrite another admin's change the caller hasn't seen. @param now what is stored @param was each field
 * as the caller saw it; others aren't checked @throws AppError 'conflict' naming the fields
 */
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
