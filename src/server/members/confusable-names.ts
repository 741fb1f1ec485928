import type { Deps } from "#server/deps.ts";
import { fieldError } from "#server/errors.ts";

import { foldCase, lookalikeKey } from "./names.ts";

/**
 * Refuses a name that imitates another's by mixing alphabets. Call it in the transaction. @throws AppError 'conflict'
 */
export function rejectLookalikes(
  { stores }: Deps,
  names: { username?: string; displayName: string },
  ownId: number | null = null,
): void {
  const others = stores.users.list().filter(({ id }) => id !== ownId);
  for (const [field, name] of Object.entries(names)) {
    const isLookalike = (other: string) =>
      foldCase(other) !== foldCase(name) && lookalikeKey(other) === lookalikeKey(name);
    if (!others.some(({ username, displayName }) => isLookalike(username) || isLookalike(displayName))) continue;
    const message = "That name looks like another member's. Please choose another.";
    throw fieldError(`/${field}`, message, "conflict");
  }
}
