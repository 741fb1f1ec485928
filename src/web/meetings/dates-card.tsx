import { useState } from "react";

import type { LinkDatesAnswer, LinkedDates } from "#contract/meeting-dates.ts";
import { call } from "#web/api/call.ts";
import { useClub } from "#web/api/club.ts";
import { isConflict } from "#web/api/failure-kind.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { DateChoices, findSharedTime, formatDateChoice } from "#web/ui/forms/date-choices.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { MeetingChips } from "#web/ui/text/meeting-chips.tsx";

import { LinkPlaceholder } from "./link-placeholder.tsx";
import { useLinkAnswer } from "./use-link-answer.tsx";

/** Picks dates through an email link, signed in or not (BEYOND 10). */
export function DatesCard({ token }: { token: string }) {
  const result = useGet("GET /api/dates", { query: { token } });
  if (isConflict(result.error))
    return (
      <Card>
        <Notice title="This poll is closed">Open the club to see when you meet.</Notice>
      </Card>
    );
  if (result.data) return <DatesForm token={token} poll={result.data} />;
  return <LinkPlaceholder name="the dates" query={result} />;
}

function DatesForm({ token, poll }: { token: string; poll: LinkedDates }) {
  const { timeZone } = useClub();
  const savedIds = poll.answered ? poll.dates.filter(({ mine }) => mine).map(({ id }) => id) : undefined;
  const [pickedIds, setPickedIds] = useState<readonly number[]>();
  const { send, isPending, dialog } = useLinkAnswer({
    mutationFn: (body: LinkDatesAnswer) => call("POST /api/dates", { body }),
    answers: query("GET /api/dates", { query: { token } }),
    describe: ({ ids }) => formatDays(poll, ids, timeZone) || "that none of the dates works for you",
    // A first "none" needs a confirmation, too.
    needsConfirmation: ({ ids }) => ids.length === 0 && !poll.answered,
    onDone: () => setPickedIds(undefined),
  });
  const sharedTime = findSharedTime(poll.dates, timeZone);
  // A date may have been removed while the page was open.
  const chosenIds = pickedIds?.filter((id) => poll.dates.some((date) => date.id === id)) ?? savedIds;
  return (
    <Card title={`When can you come, ${poll.displayName}?`} className="space-y-4">
      <MeetingChips meeting={{ ...poll.meeting, date: "", time: "" }} timeZone={timeZone} isMapLinked />
      <p className="text-sm">{sharedTime && `At ${sharedTime}. `}Choose all that work.</p>
      <DateChoices
        dates={poll.dates}
        chosen={chosenIds}
        timeZone={timeZone}
        isBusy={isPending}
        onChoose={setPickedIds}
      />
      <Button
        variant="primary"
        disabled={chosenIds === undefined || isPending}
        onClick={() => chosenIds && send({ token, ids: [...chosenIds] })}
      >
        {isPending ? "Saving..." : "Save my answer"}
      </Button>
      <output className="block font-semibold">
        {!pickedIds && savedIds && formatSavedDates(poll, savedIds, timeZone)}
      </output>
      {dialog}
    </Card>
  );
}

function formatSavedDates(linkedDates: LinkedDates, savedIds: readonly number[], timeZone: string): string {
  if (savedIds.length === 0) return "Saved: none of these works for you.";
  return `Saved: you can come on ${formatDays(linkedDates, savedIds, timeZone)}.`;
}

function formatDays({ dates }: LinkedDates, ids: readonly number[], timeZone: string): string {
  const chosenDates = dates.filter(({ id }) => ids.includes(id));
  return chosenDates.map((date) => formatDateChoice(date, timeZone)).join("; ");
}
