import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

export function createContentStore(query: Query) {
  const find = query<{ welcomeMessage: string }>(`SELECT welcome_message AS welcomeMessage FROM content WHERE id = 1`);
  const update = query(`UPDATE content SET welcome_message = $welcomeMessage WHERE id = 1`);
  return {
    findWelcome: (): string => requireRow(find.get()).welcomeMessage,
    updateWelcome: (welcomeMessage: string) => void update.run({ welcomeMessage }),
  };
}

type MonthMessage = { month: string; message: string };

/** The team's messages by month; each is shown until a later month has one (BEYOND 1). */
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
    findShown: (month: string) => findShown.get({ month }),
    findOwn: (month: string) => findOwn.get({ month }),
    save: (month: string, message: string) => void save.run({ month, message }),
  };
}
