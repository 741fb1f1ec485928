import type { Database } from "bun:sqlite";

type MonthMessage = { month: string; message: string };

/** Messages from the team by month; one stays until a later month has its own (BEYOND 1). */
export function createMonthMessageStore(db: Database) {
  const findShown = db.query<MonthMessage, { month: string }>(
    `SELECT month, message FROM month_messages WHERE month <= $month ORDER BY month DESC LIMIT 1`,
  );
  const findOwn = db.query<MonthMessage, { month: string }>(
    `SELECT month, message FROM month_messages WHERE month = $month`,
  );
  const save = db.query<never, MonthMessage>(
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
