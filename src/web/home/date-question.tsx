import { CalendarCheck, CalendarX } from "lucide-react";
import { useState } from "react";

import type { Meeting } from "#contract/meetings.ts";
import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { formatWeekday } from "#web/lib/format/dates.ts";
import { PendingNote } from "#web/offline/queue/pending-mutations.tsx";
import { usePendingMutation, useSendOrQueue } from "#web/offline/queue/use-offline-queue.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { DateChoices, findSharedTime } from "#web/ui/forms/date-choices.tsx";

/**
 * Asks when the member can come. Each press is saved, also during a save, and queued offline (BEYOND 10). Folded once
 * answered.
 */
export function DateQuestion({ meeting }: { meeting: Meeting }) {
  const { id, dates, datesMine } = meeting;
  const { timeZone } = useClub();
  const pending = usePendingMutation("dates", ({ meetingId }) => meetingId === id);
  const [isOpen, setOpen] = useState(!datesMine && !pending);
  const { isPending: isBusy, ...answering } = useMutationWithToast({
    mutationFn: useSendOrQueue<"dates">(),
    failed: "Your answer wasn't saved. Please try again.",
    updatesQuery: query("GET /api/meetings/current"),
    scopeId: `dates of ${id}`,
  });
  const savedIds = datesMine ? dates.filter(({ mine }) => mine).map((date) => date.id) : undefined;
  const latestChoice = pending?.ids ?? savedIds;
  const sharedTime = findSharedTime(dates, timeZone);
  const chosenIds = isBusy && answering.variables ? answering.variables.ids : latestChoice;
  return (
    <div className="print:hidden">
      {isOpen || chosenIds === undefined ? (
        <fieldset className="grid">
          <legend className="mb-1">
            <span className="font-semibold">When can you come?</span>
            {sharedTime && <span className="ml-2 text-sm">At {sharedTime}</span>}
          </legend>
          <DateChoices
            dates={dates}
            chosen={chosenIds}
            timeZone={timeZone}
            countOf={(dateId) => dates.find((date) => date.id === dateId)?.can ?? 0}
            onChoose={(ids) => {
              // Stays open after the first press.
              setOpen(true);
              answering.mutate({ kind: "dates", meetingId: id, ids });
            }}
          />
        </fieldset>
      ) : (
        <p className="flex items-center gap-x-3">
          {chosenIds.length > 0 ? (
            <CalendarCheck className="size-5 shrink-0 text-success" />
          ) : (
            <CalendarX className="size-5 shrink-0 text-ink-soft" />
          )}
          <span className="min-w-0">{formatDatesSummary(dates, chosenIds)}</span>
          <button
            type="button"
            className="min-h-touch text-wine underline underline-offset-4"
            onClick={() => setOpen(true)}
          >
            Change
          </button>
        </p>
      )}
      <output className={pending ? "mt-2 block" : "block"}>{pending && <PendingNote />}</output>
    </div>
  );
}

/** Short enough for one line on a phone. */
function formatDatesSummary(dates: Meeting["dates"], chosenIds: readonly number[]): string {
  const [firstDate, ...otherDates] = dates.filter(({ id }) => chosenIds.includes(id));
  if (!firstDate) return "No date works for you";
  return otherDates.length === 0
    ? `${formatWeekday(firstDate.date)} suits you`
    : `${otherDates.length + 1} of ${dates.length} dates suit you`;
}
