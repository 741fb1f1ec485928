import { DEFAULT_TIME_ZONE } from "#server/settings/values.ts";
import { currentMonth } from "#web/lib/format/club-time.ts";

/** The current month, yyyy-MM, in a club's default time zone. For some hours UTC is in the next one. */
export const clubMonth = () => currentMonth(DEFAULT_TIME_ZONE);
