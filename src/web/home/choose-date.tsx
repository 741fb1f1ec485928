import { useState } from "react";

import type { NamedDate } from "#contract/meeting-dates.ts";
import type { Meeting } from "#contract/meetings.ts";
import { call } from "#web/api/call.ts";
import { useClub } from "#web/api/club.ts";
import { pluralize } from "#web/lib/format/counts.ts";
import { meetingNames } from "#web/lib/format/member-names.ts";
import { UndoDeleteNotice } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { dateInWords } from "#web/ui/forms/date-choices.tsx";
import { NotifyMembersCheckbox } from "#web/ui/forms/notify-members-checkbox.tsx";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { LazyConfirmDialog } from "#web/ui/layout/lazy-confirm-dialog.tsx";
import { Names } from "#web/ui/text/names.tsx";
import { ReadersTime } from "#web/ui/text/readers-time.tsx";

/** Who can come when, for who chooses: the best date first; a choice can be undone for 10 seconds (BEYOND 10). */
export function ChooseDate({ meeting }: { meeting: Meeting }) {
  const { id, dates, datesAnswered, datesWaiting } = meeting;
  const { timeZone } = useClub();
  const [asked, setAsked] = useState<NamedDate>();
  const [tell, setTell] = useState(false);
  const [chosen, setChosen] = useState<NamedDate>();
  const {
    isLeaving: isSet,
    remove: set,
    undo,
  } = useUndoable({
    id: chosen?.id ?? 0,
    act: (dateId) =>
      call("POST /api/meetings/:id/dates/:dateId/choose", { params: { id, dateId }, body: { tell }, keepalive: true }),
    done: "The date is set",
    failed: "The date wasn't set. Please try again.",
    sendOnHide: true,
  });
  if (isSet && chosen)
    return <UndoDeleteNotice said={`We'll meet on ${dateInWords(chosen, timeZone)}`} onUndo={undo} />;
  const nameOf = meetingNames(meeting);
  const best = dates.toSorted((one, other) => other.can - one.can);
  return (
    <details className="border-t border-line pt-1 print:hidden">
      <summary className="min-h-touch cursor-pointer py-2.5 font-semibold">
        Choose the date: {datesAnswered} answered
      </summary>
      <ul className="divide-y divide-line">
        {best.map((date) => (
          <li key={date.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold">{dateInWords(date, timeZone)}</p>
              <ReadersTime {...date} timeZone={timeZone} />
              <People date={date} nameOf={nameOf} />
            </div>
            <Button variant="quiet" aria-label={`Choose ${dateInWords(date, timeZone)}`} onClick={() => setAsked(date)}>
              Choose
            </Button>
          </li>
        ))}
      </ul>
      {datesWaiting.length > 0 && (
        <p className="py-2 text-sm text-ink-soft wrap-anywhere">
          Haven't said: <Names of={datesWaiting.map((member) => ({ name: nameOf(member) }))} />
        </p>
      )}
      <LazyConfirmDialog
        isOpen={asked !== undefined}
        title={asked ? `Meet on ${dateInWords(asked, timeZone)}?` : ""}
        confirm="Set the date"
        cancel="Not yet"
        isConstructive
        onConfirm={() => {
          setChosen(asked);
          setAsked(undefined);
          set();
        }}
        onClose={() => setAsked(undefined)}
      >
        {asked && confirmationText(meeting, asked)} You can still move the meeting later.
        <NotifyMembersCheckbox isTicked={tell} onTick={setTell} />
      </LazyConfirmDialog>
    </details>
  );
}

type PeopleProps = { date: NamedDate; nameOf: ReturnType<typeof meetingNames> };

function People({ date: { people, can }, nameOf }: PeopleProps) {
  if (can === 0) return <p className="text-sm text-ink-soft">Nobody yet</p>;
  return (
    <p className="flex items-center gap-2 text-sm">
      <span className="flex shrink-0 -space-x-2">
        {people.slice(0, FACES).map((person) => (
          <Avatar
            key={person.id}
            {...person}
            name={person.displayName}
            className="size-7 border-2 border-season-tint text-xs"
          />
        ))}
      </span>
      <span className="min-w-0 wrap-anywhere">
        {can} can: <Names of={people.map((member) => ({ name: nameOf(member) }))} />
      </span>
    </p>
  );
}

/** Fits a row on a small phone. */
const FACES = 5;

function confirmationText({ people }: Meeting, date: NamedDate): string {
  const answered = people.map(({ user }) => user.id);
  const coming = date.people.filter(({ id }) => !answered.includes(id));
  const become = coming.length === 1 ? "1 person becomes" : `${pluralize(coming.length, "person", "people")} become`;
  return coming.length === 0 ? "The question ends." : `${become} “coming”, and the question ends.`;
}
