import { useState } from "react";

import { pluralize } from "#contract/counts.ts";
import type { Answer, LinkAnswer, LinkedMeeting } from "#contract/meetings.ts";
import { call } from "#web/api/call.ts";
import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { formatMeetingDay } from "#web/lib/format/format-meeting.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { GuestSelect } from "#web/ui/forms/guest-select.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { MeetingChips, ReadersTime } from "#web/ui/text/meeting-chips.tsx";

import { LinkPlaceholder } from "./link-placeholder.tsx";
import { useLinkAnswer } from "./use-link-answer.tsx";

const LABELS: Record<Answer, string> = { yes: "I'm coming", maybe: "Maybe", no: "I can't" };
const CONFIRMATIONS: Record<Answer, string> = {
  yes: "Great, see you there!",
  maybe: "OK. You can decide later.",
  no: "Too bad. See you next time!",
};

type Props = {
  token: string;
  /** The answer pressed in the mail, which counts only when pressed here, too. */
  suggested: Answer;
};

/** Answers through an email link, signed in or not (BEYOND 3). */
export function AnswerCard({ token, suggested }: Props) {
  const result = useGet("GET /api/answer", { query: { token } });
  if (result.data) return <LinkAnswerForm token={token} suggested={suggested} meeting={result.data} />;
  return <LinkPlaceholder name="the meeting" query={result} />;
}

function LinkAnswerForm({ token, suggested, meeting }: Props & { meeting: LinkedMeeting }) {
  const { timeZone } = useClub();
  const { displayName, state, mine, bookTitle } = meeting;
  const [guests, setGuests] = useState(mine?.guests ?? 0);
  const { send, isPending, dialog } = useLinkAnswer({
    mutationFn: (body: LinkAnswer) => call("POST /api/answer", { body }),
    answers: query("GET /api/answer", { query: { token } }),
    describe: formatChoice,
  });
  const answers: Answer[] = [suggested, ...(["yes", "maybe", "no"] as const).filter((answer) => answer !== suggested)];
  return (
    <Card title={state === "planned" ? `Are you coming, ${displayName}?` : "Our meeting"} className="space-y-4">
      <MeetingChips meeting={meeting} title={formatMeetingDay(meeting, timeZone)} timeZone={timeZone} isMapLinked />
      <ReadersTime {...meeting} timeZone={timeZone} />
      {bookTitle && state === "planned" && <p>We'll talk about {bookTitle}.</p>}
      {state === "cancelled" && <Notice title="This meeting is canceled" />}
      {state === "over" && <Notice title="This meeting is over">See you at the next one.</Notice>}
      {state === "planned" && (
        <>
          <GuestSelect className="max-w-48" guests={guests} onChange={setGuests} />
          <div className="flex flex-wrap gap-2">
            {answers.map((answer, index) => (
              <Button
                key={answer}
                variant={index === 0 ? "primary" : "quiet"}
                aria-pressed={mine?.answer === answer}
                disabled={isPending}
                className="max-sm:px-3"
                onClick={() => send({ token, answer, guests })}
              >
                {LABELS[answer]}
              </Button>
            ))}
          </div>
          <output className="block font-semibold">
            {mine && `You said ${formatChoice(mine)}. ${CONFIRMATIONS[mine.answer]}`}
          </output>
          {dialog}
        </>
      )}
    </Card>
  );
}

function formatChoice({ answer, guests = 0 }: { answer: Answer; guests?: number }): string {
  const guestsText = guests > 0 && answer !== "no" ? ` with ${pluralize(guests, "guest")}` : "";
  return `"${LABELS[answer]}"${guestsText}`;
}
