import { useState } from "react";

import { pluralize } from "#contract/counts.ts";
import type { NamedDate } from "#contract/meeting-dates.ts";
import type { Meeting } from "#contract/meetings.ts";
import type { Author } from "#contract/users.ts";
import { useClub } from "#web/api/club.ts";
import { meetingNames } from "#web/lib/format/member-names.ts";
import { UndoDeleteNotice } from "#web/ui/feedback/undo-delete-notice.tsx";
import { useUndoable } from "#web/ui/feedback/use-undoable.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { formatDateChoice } from "#web/ui/forms/date-choices.tsx";
import { NotifyMembersCheckbox } from "#web/ui/forms/notify-members-checkbox.tsx";
import { AvatarStack } from "#web/ui/images/people.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { LazyConfirmDialog } from "#web/ui/layout/lazy-confirm-dialog.tsx";
import { ReadersTime } from "#web/ui/text/meeting-chips.tsx";
import { NameList } from "#web/ui/text/name-list.tsx";

/**
 * Who can come on each date, for the person who chooses: the best date first. A choice can be undone for 10 seconds
 * (BEYOND 10).
 */
export function ChooseDate({ meeting }: { meeting: Meeting }) {
  const { id, dates, datesAnswered, datesAnsweredBy, datesWaiting } = meeting;
  const { timeZone } = useClub();
  const [pressedDate, setPressedDate] = useState<NamedDate>();
  const [shouldNotify, setShouldNotify] = useState(false);
  const [chosenDate, setChosenDate] = useState<NamedDate>();
  const {
    isLeaving: isSet,
    remove: set,
    undo,
  } = useUndoable("POST /api/meetings/:id/dates/:dateId/choose", {
    input: { params: { id, dateId: chosenDate?.id ?? 0 }, body: { tell: shouldNotify } },
    done: "The date is set",
    failed: "The date wasn't set. Please try again.",
  });
  if (isSet && chosenDate)
    return <UndoDeleteNotice message={`We'll meet on ${formatDateChoice(chosenDate, timeZone)}`} onUndo={undo} />;
  const nameOf = meetingNames(meeting);
  // Answers may arrive while the dialog is open.
  const dateToConfirm = dates.find((date) => date.id === pressedDate?.id) ?? pressedDate;
  const sortedDates = dates.toSorted((one, other) => other.can - one.can);
  return (
    <Card title={`Choose the date: ${datesAnswered} answered`}>
      <ul className="divide-y divide-line">
        {sortedDates.map((date) => (
          <li key={date.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0">
            <div className="min-w-0 flex-1">
              <p className="font-semibold">{formatDateChoice(date, timeZone)}</p>
              <ReadersTime {...date} timeZone={timeZone} />
            </div>
            <Button aria-label={`Choose ${formatDateChoice(date, timeZone)}`} onClick={() => setPressedDate(date)}>
              Choose
            </Button>
            <People date={date} answered={datesAnsweredBy} nameOf={nameOf} />
          </li>
        ))}
      </ul>
      {datesWaiting.length > 0 && (
        <p className="py-2 text-sm text-ink-soft wrap-anywhere">
          Haven't answered: <NameList names={datesWaiting.map((member) => ({ name: nameOf(member) }))} />
        </p>
      )}
      <LazyConfirmDialog
        isOpen={dateToConfirm !== undefined}
        title={dateToConfirm ? `Meet on ${formatDateChoice(dateToConfirm, timeZone)}?` : ""}
        confirm="Set the date"
        cancel="Not yet"
        isConstructive
        onConfirm={() => {
          setChosenDate(dateToConfirm);
          set();
        }}
        onClose={() => setPressedDate(undefined)}
      >
        {dateToConfirm && formatConfirmation(meeting, dateToConfirm)} You can still move the meeting later.
        <NotifyMembersCheckbox isTicked={shouldNotify} onTick={setShouldNotify} />
      </LazyConfirmDialog>
    </Card>
  );
}

type PeopleProps = { date: NamedDate; answered: readonly Author[]; nameOf: ReturnType<typeof meetingNames> };

function People({ date: { people, can }, answered, nameOf }: PeopleProps) {
  const otherMembers = answered.filter(({ id }) => people.every((person) => person.id !== id));
  return (
    <div className="basis-full space-y-1 text-sm">
      {can === 0 ? (
        <p className="text-ink-soft">Nobody yet</p>
      ) : (
        <p className="flex items-center gap-2">
          <AvatarStack people={people.slice(0, AVATARS_MAX)} className="size-7 border-sheet" />
          <span className="min-w-0 wrap-anywhere">
            {can} can come: <NameList names={people.map((member) => ({ name: nameOf(member) }))} />
          </span>
        </p>
      )}
      {otherMembers.length > 0 && (
        <p className="wrap-anywhere text-ink-soft">
          {otherMembers.length} can't come:{" "}
          <NameList names={otherMembers.map((member) => ({ name: nameOf(member) }))} />
        </p>
      )}
    </div>
  );
}

/** This many faces fit into a row on a small phone. */
const AVATARS_MAX = 5;

function formatConfirmation({ people }: Meeting, date: NamedDate): string {
  const answeredIds = people.map(({ user }) => user.id);
  const attending = date.people.filter(({ id }) => !answeredIds.includes(id));
  const changeText =
    attending.length === 1 ? "1 person becomes" : `${pluralize(attending.length, "person", "people")} become`;
  return attending.length === 0 ? "This closes the poll." : `${changeText} “coming”, and this closes the poll.`;
}
