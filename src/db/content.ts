import type { Database } from "bun:sqlite";

import { requireRow } from "./require-row.ts";

/** The club's site content (SPEC 3); meetings and the team's message have their own tables. */
export function createContentStore(db: Database) {
  const find = db.query<{ welcomeMessage: string }, []>(
    `SELECT welcome_message AS welcomeMessage FROM content WHERE id = 1`,
  );
  const update = db.query<never, { welcomeMessage: string }>(
    `UPDATE content SET welcome_message = $welcomeMessage WHERE id = 1`,
  );
  return {
    findWelcome: (): string => requireRow(find.get()).welcomeMessage,
    updateWelcome: (welcomeMessage: string) => void update.run({ welcomeMessage }),
  };
}
