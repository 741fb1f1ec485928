import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

/** The club's site content (SPEC 3); meetings and the team's message have their own tables. */
export function createContentStore(query: Query) {
  const find = query<{ welcomeMessage: string }>(`SELECT welcome_message AS welcomeMessage FROM content WHERE id = 1`);
  const update = query(`UPDATE content SET welcome_message = $welcomeMessage WHERE id = 1`);
  return {
    findWelcome: (): string => requireRow(find.get()).welcomeMessage,
    updateWelcome: (welcomeMessage: string) => void update.run({ welcomeMessage }),
  };
}

type MonthMessage = { month: string; message: string };

/** Messages from the team by month; one stays until a later month has its own (BEYOND 1). */
export function createMonthMessageStore(query: Query) {
  const findShown = query<MonthMessage>(
    `SELECT month, message FROM month_messages WHERE month <= $month ORDER BY month DESC LIMIT 1`,
  );
  const findOwn = query<MonthMessage>(`SELECT month, message FROM month_messages WHERE month = $month`);
  const save = query(
    `INSERT INTO month_messages (month, message) VALUES ($month, $message)
     ON CONFLICT DO UPDATE SET message = $message`,
  );
  return {
    /** The month's own message, else the latest before it, else null. */
    findShown: (month: string) => findShown.get({ month }),
    findOwn: (month: string) => findOwn.get({ month }),
    save: (month: string, message: string) => void save.run({ month, message }),
  };
}
