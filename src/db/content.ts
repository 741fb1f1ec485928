import type { Query } from "./query.ts";

type MonthMessage = { month: string; message: string };

export const createContentStores = ({ value, run, oneOrNull }: Query) => ({
  content: {
    findWelcome: (): string => value<string>`SELECT welcome_message AS welcomeMessage FROM content WHERE id = 1`,
    updateWelcome: (welcomeMessage: string) => run`
      UPDATE content SET welcome_message = ${welcomeMessage} WHERE id = 1`,
  },
  /** The team's messages by month; each is shown until a later month has one (BEYOND 1). */
  monthMessages: {
    findShown: (month: string) => oneOrNull<MonthMessage>`
      SELECT month, message FROM month_messages WHERE month <= ${month} ORDER BY month DESC LIMIT 1`,
    findOwn: (month: string) => oneOrNull<MonthMessage>`
      SELECT month, message FROM month_messages WHERE month = ${month}`,
    save: (month: string, message: string) => run`
      INSERT OR REPLACE INTO month_messages (month, message) VALUES (${month}, ${message})`,
  },
});
