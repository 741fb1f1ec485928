import { queryOptions } from "@tanstack/react-query";

import type { Meeting } from "#contract/meetings.ts";

// alone, because the first visit loads it
export const currentMeetingQuery = queryOptions<Meeting | null>({ queryKey: ["/api/meetings/current"] });
