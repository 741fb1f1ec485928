import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";

import { callUrl } from "#contract/call-url.ts";
import { call } from "#web/api/call.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { QueryContent, ShowMore } from "#web/ui/feedback/query-content.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { formatActor, formatAuditEvent } from "./format-audit-event.ts";

export function AuditCard() {
  const query = useInfiniteQuery(auditQuery);
  const { data, error } = query;
  const entries = data?.pages.flat();
  return (
    <Card
      title="Activity"
      icon={ScrollText}
      className={entries?.length === 0 ? "flex flex-col" : error ? "self-start" : ""}
    >
      <QueryContent query={{ ...query, data: entries }} name="the activity" lines={10}>
        {(rows) => (
          <>
            {rows.length === 0 && (
              <div className="grid grow">
                <EmptyState icon={ScrollText}>Nothing yet. Changes made by admins will appear here.</EmptyState>
              </div>
            )}
            <ul className="space-y-2 max-sm:space-y-3">
              {rows.map((entry) => (
                <li key={entry.id} className="flex flex-wrap justify-between gap-x-6 text-sm sm:flex-nowrap">
                  <span className="min-w-0 wrap-anywhere">
                    <strong>{formatActor(entry)}</strong> {formatAuditEvent(entry)}
                  </span>
                  <time dateTime={entry.at} className="text-ink-soft tabular-nums sm:shrink-0">
                    {formatMoment(entry.at)}
                  </time>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryContent>
      <ShowMore query={query} name="the activity" />
    </Card>
  );
}

const PAGE_ENTRIES = 10;

const auditQuery = infiniteQueryOptions({
  queryKey: [callUrl("GET /api/audit")],
  queryFn: ({ pageParam, signal }) =>
    call("GET /api/audit", { query: { limit: PAGE_ENTRIES, before: pageParam ?? undefined }, signal }),
  initialPageParam: null as number | null,
  getNextPageParam: (lastPage) => (lastPage.length < PAGE_ENTRIES ? undefined : lastPage.at(-1)?.id),
  staleTime: 0,
});
