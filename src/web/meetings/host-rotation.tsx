import { formatCount } from "#contract/counts.ts";
import type { HostTurn } from "#contract/meeting-calls.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMeetingDate } from "#web/lib/format/dates.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { Card } from "#web/ui/layout/card.tsx";

/** How often each member hosted, starting with those who haven't for the longest (BEYOND 10). */
export function HostRotation() {
  const result = useGet("GET /api/meetings/hosts");
  const nameOf = memberNames((result.data ?? []).map(({ user }) => user));
  return (
    <Card>
      <QueryContent query={result} name="the list of hosts" lines={6}>
        {(turns) => (
          <ol className="divide-y divide-line">
            {turns.map((turn) => (
              <li key={turn.user.id} className="flex items-center gap-3 py-2.5">
                <Avatar {...turn.user} name={turn.user.displayName} />
                <div className="min-w-0 flex-1 items-baseline justify-between gap-x-4 *:block sm:flex">
                  <span className="min-w-0 font-semibold wrap-anywhere">
                    {nameOf(turn.user)}
                    {turn.mine && " (you)"}
                  </span>
                  <span className="shrink-0 text-sm text-ink-soft">{formatTurns(turn)}</span>
                </div>
              </li>
            ))}
          </ol>
        )}
      </QueryContent>
    </Card>
  );
}

function formatTurns({ times, lastHosted }: HostTurn): string {
  if (lastHosted === null) return "Hasn't hosted yet";
  return `${times === 1 ? "Once" : `${formatCount(times)} times`}, last on ${formatMeetingDate(lastHosted)}`;
}
