import { MonitorSmartphone } from "lucide-react";

import { endSessions } from "#web/api/profile.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMoment } from "#web/lib/format/dates.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";
import { Card } from "#web/ui/layout/card.tsx";

export function SessionsCard() {
  const result = useGet("GET /api/profile/sessions");
  const endSession = useMutationWithToast({
    mutationFn: endSessions,
    done: "That device is signed out",
    failed: "Failed to sign that device out. Please try again.",
  });
  const otherSessions = result.data?.filter(({ current }) => !current) ?? [];

  return (
    <Card
      title="Your devices"
      actions={
        otherSessions.length > 1 && (
          <Button disabled={endSession.isPending} onClick={() => endSession.mutate(otherSessions.map(({ id }) => id))}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <QueryContent query={result} name="your devices" lines={3}>
        {(sessions) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <li key={session.id} className="flex gap-4 py-4 first:pt-0 last:pb-0">
                <MonitorSmartphone className="size-6 shrink-0 text-season" />
                <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
                  <div className="min-w-[min(12rem,100%)] flex-1">
                    <p className="font-semibold">{session.device}</p>
                    <p className="text-sm text-ink-soft">Signed in {formatMoment(session.createdAt)}</p>
                    <p className="text-sm text-ink-soft">Last seen {formatMoment(session.lastSeenAt)}</p>
                  </div>
                  {session.current ? (
                    <Badge>This device</Badge>
                  ) : (
                    <Button
                      disabled={endSession.isPending && endSession.variables.includes(session.id)}
                      aria-label={`Sign out ${session.device}`}
                      onClick={() => endSession.mutate([session.id])}
                    >
                      Sign out
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Card>
  );
}
