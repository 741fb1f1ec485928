import { queryOptions } from "@tanstack/react-query";

import type { Meeting } from "#contract/meetings.ts";

// alone, because the first visit loads it
/** The meeting that Home is about, with who comes; null when the club has none. */
export const currentMeetingQuery = queryOptions<Meeting | null>({ queryKey: ["/api/meetings/current"] });
