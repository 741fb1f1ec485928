import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/http/errors.ts";

import { folded, lookOf } from "./names.ts";

/**
 * Refuses a name that can be taken for another member's because it mixes alphabets. Two members may share a display
 * name as long as they spell it alike. Runs inside the transaction that stores the name.
 * @param ownId of the member who changes their name
 * @throws AppError 'conflict'
 */
export function refuseLookalikes(
  { stores }: Deps,
  names: { username?: string; displayName: string },
  ownId: number | null = null,
): void {
  const others = stores.users.list().filter(({ id }) => id !== ownId);
  for (const [field, name] of Object.entries(names)) {
    const isLookalike = (other: string) => folded(other) !== folded(name) && lookOf(other) === lookOf(name);
    if (!others.some(({ username, displayName }) => isLookalike(username) || isLookalike(displayName))) continue;
    const message = "That name looks like another member's. Please choose another.";
    throw new AppError("conflict", message, { errors: [{ path: `/${field}`, message }] });
  }
}
