import { queryOptions } from "@tanstack/react-query";

import type { Meeting } from "#contract/meetings.ts";

export const currentMeetingQuery = queryOptions<Meeting | null>({ queryKey: ["/api/meetings/current"] });
