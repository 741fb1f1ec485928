import type { Meeting } from "#contract/meetings.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";
import { Card } from "#web/ui/layout/card.tsx";

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
          <ButtonLink to="/talk#question" variant="plain">
            Write questions for the evening
          </ButtonLink>
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
