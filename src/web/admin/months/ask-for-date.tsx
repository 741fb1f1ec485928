import { useRef, useState } from "react";

import type { Meeting } from "#contract/meetings.ts";
import { call } from "#web/api/call.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Fold } from "#web/ui/layout/disclosure.tsx";

import { DateProposal } from "./date-proposal.tsx";
import type { MeetingValues } from "./meeting-fields.tsx";

const FIRST_DATES_TITLE = "Not sure yet? Ask the members";

/** Starts, changes or ends the date poll of a planned meeting. */
export function AskForDate({ meeting }: { meeting: Meeting }) {
  const { id, dates, time } = meeting;
  const isAsked = dates.length > 0;
  const endPoll = useCall("DELETE /api/meetings/:id/dates", {
    done: "Date poll ended",
    failed: "Failed to stop asking.",
  });
  return (
    <Fold key={String(isAsked)} title={isAsked ? "Members are choosing a date: change the dates" : FIRST_DATES_TITLE}>
      <DateProposal
        key={dates.map((date) => date.id).join()}
        name={`dates ${id}`}
        dates={dates}
        time={time}
        isAsked={isAsked}
        mutationFn={(question) => call("PUT /api/meetings/:id/dates", { params: { id }, body: { ...question } })}
      >
        {(isBusy) =>
          isAsked && (
            <Button
              variant="caution"
              disabled={isBusy || endPoll.isPending}
              onClick={() => endPoll.mutate({ params: { id } })}
            >
              Stop asking
            </Button>
          )
        }
      </DateProposal>
    </Fold>
  );
}

type AskForNewDateProps = { defaults: MeetingValues; location: string; bookId: number | null; onPlanned: () => void };

/** Plans a meeting without a date and starts its poll, with the usual day and time as defaults. */
export function AskForNewDate({ defaults: { date, time }, location, bookId, onPlanned }: AskForNewDateProps) {
  // A retry after an error must not plan a second one.
  const plannedId = useRef<number>(undefined);
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title={FIRST_DATES_TITLE} onToggle={setOpen}>
      {isOpen && (
        <DateProposal
          name="dates of the new meeting"
          dates={date ? [{ date, time }] : []}
          time={time}
          isAsked={false}
          mutationFn={async (question) => {
            plannedId.current ??= (
              await call("POST /api/meetings", { body: { date: "", time: "", location, bookId } })
            ).id;
            return call("PUT /api/meetings/:id/dates", { params: { id: plannedId.current }, body: { ...question } });
          }}
          onDone={onPlanned}
        />
      )}
    </Fold>
  );
}
