import { AppError } from "./errors.ts";

/**
 * Keeps one admin's words from taking the place of another's that they have never seen.
 * @param now what is stored
 * @param was what each field said when the caller began to change it; a field that it does not tell is not looked at
 * @throws AppError 'conflict' that names the fields, when somebody else has changed one since then
 */
export function requireSeen<Fields extends object>(
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
