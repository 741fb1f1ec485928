import { queryOptions } from "@tanstack/react-query";

import type { Backups } from "#contract/backups.ts";

export const backupsQuery = queryOptions<Backups>({ queryKey: ["/api/backups"], staleTime: 0 });
