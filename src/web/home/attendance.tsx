import type { Meeting } from "#contract/meetings.ts";
import { formatAttendance } from "#web/lib/format/format-meeting.ts";
import { meetingNames } from "#web/lib/format/member-names.ts";
import { AvatarStack } from "#web/ui/images/people.tsx";
import { DotSeparatedList } from "#web/ui/layout/dot-separated-list.tsx";
import { NameList } from "#web/ui/text/name-list.tsx";

/** Fits a row on a small phone. */
const AVATARS_MAX = 6;
const HEADINGS = { yes: "Coming", maybe: "Maybe", no: "Can't come" };
const HEADINGS_AFTER = { yes: "Came", maybe: "Maybe", no: "Couldn't come" };

/** Photos and counts, and all names on request. */
export function Attendance({ meeting }: { meeting: Meeting }) {
  const { people, state } = meeting;
  const nameOf = meetingNames(meeting);
  if (people.length === 0) return null;
  const headings = state === "over" ? HEADINGS_AFTER : HEADINGS;
  const attending = people.filter(({ answer }) => answer === "yes");
  return (
    <details className="group">
      <summary className="flex min-h-touch list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-md [&::-webkit-details-marker]:hidden">
        {attending.length > 0 && (
          <AvatarStack
            people={attending.slice(0, AVATARS_MAX).map(({ user }) => user)}
            className="size-8 border-season-tint"
          />
        )}
        <DotSeparatedList className="text-sm underline decoration-line-strong underline-offset-4 group-hover:decoration-current">
          {formatAttendance(meeting)}
        </DotSeparatedList>
      </summary>
      <dl className="mt-2 space-y-1 text-sm">
        {(["yes", "maybe", "no"] as const).map((answer) => {
          const respondents = people.filter((person) => person.answer === answer);
          if (respondents.length === 0) return null;
          return (
            <div key={answer} className="flex gap-x-3">
              <dt className="w-22 shrink-0 font-semibold">{headings[answer]}</dt>
              <dd className="min-w-0 wrap-anywhere">
                <NameList
                  names={respondents.map(({ user, guests }) => ({
                    name: nameOf(user),
                    ...(guests > 0 && { suffix: ` +${guests}` }),
                  }))}
                />
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}
