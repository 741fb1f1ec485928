import type { Meeting } from "#contract/meetings.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button, buttonClass } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { AskForDate } from "./ask-for-date.tsx";
import { MeetingEditor } from "./meeting-editor.tsx";
import { NeedsEditor } from "./needs-editor.tsx";

/** The actions of a host for their meeting (BEYOND 10). During a date poll, the date is chosen, not typed. */
export function HostTools({ meeting }: { meeting: Meeting }) {
  const removeHost = useCall("DELETE /api/meetings/:id/host", {
    done: "You aren't hosting anymore",
    failed: "That wasn't saved.",
  });
  return (
    <>
      <Card className="space-y-4">
        <MeetingEditor key={meeting.id} meeting={meeting} hasNoDate={meeting.dates.length > 0} />
        <AskForDate meeting={meeting} />
      </Card>
      <Card>
        <NeedsEditor meeting={meeting} />
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        {meeting.bookId !== null && (
          <Link to="/talk#question" className={buttonClass("plain")}>
            Write questions for the evening
          </Link>
        )}
        {meeting.isHost && (
          <Button
            variant="plain"
            disabled={removeHost.isPending}
            onClick={() => removeHost.mutate({ params: { id: meeting.id } })}
          >
            I can't host after all
          </Button>
        )}
      </div>
    </>
  );
}
