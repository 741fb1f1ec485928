import { queryOptions } from "@tanstack/react-query";

import type { Meeting } from "#contract/meetings.ts";

// alone, because the first visit loads it
/** Home's meeting, with who comes; null when the club has none. */
export const currentMeetingQuery = queryOptions<Meeting | null>({ queryKey: ["/api/meetings/current"] });
