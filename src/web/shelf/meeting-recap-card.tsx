import { Wine as WineGlass } from "lucide-react";

import { pluralize } from "#contract/counts.ts";
import type { ShelfPage } from "#contract/shelf.ts";
import { formatMeetingDate } from "#web/lib/format/dates.ts";
import { formatPlace } from "#web/lib/format/format-meeting.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { PeopleList } from "#web/ui/images/people.tsx";
import { ButtonLink } from "#web/ui/layout/button-link.tsx";
import { Card } from "#web/ui/layout/card.tsx";

export function MeetingRecapCard({ book }: { book: ShelfPage }) {
  const { meeting, brought, wines, metOn } = book;
  const attendees = meeting?.people.filter(({ answer }) => answer === "yes") ?? [];
  const nameOf = memberNames([...attendees.map(({ user }) => user), ...brought.map(({ author }) => author)]);
  return (
    <Card title={metOn ? "The evening" : "What to drink with it"} icon={WineGlass}>
      {metOn && (
        <p>
          We met on {formatMeetingDate(metOn)}
          {meeting?.location && `, ${formatPlace(meeting.location)}`}.
        </p>
      )}
      {metOn && (
        <PeopleList
          title="Who came"
          people={attendees.map(({ user, guests }) => ({
            ...user,
            name: `${nameOf(user)}${guests > 0 ? ` +${guests}` : ""}`,
          }))}
        />
      )}
      {brought.length > 0 && (
        <>
          <h3 className="mt-4 text-sm font-semibold">On the table</h3>
          <ul className="mt-1.5 list-disc pl-5 text-sm">
            {brought.map(({ content, author }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- an old board doesn't change
              <li key={index}>
                <bdi>{content}</bdi> <span className="text-ink-soft">({nameOf(author)})</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {wines.length > 0 && (
        <>
          {metOn && <h3 className="mt-4 text-sm font-semibold">In the glass</h3>}
          <ul className="mt-1.5 space-y-1.5 text-sm">
            {wines.map(({ id, name, note, likes }) => (
              <li key={id}>
                <span className="font-semibold">{name}</span>
                {note && `: ${note}`} {likes > 0 && <span className="text-ink-soft">({pluralize(likes, "like")})</span>}
              </li>
            ))}
          </ul>
        </>
      )}
      {!metOn && wines.length === 0 && <p className="text-ink-soft">Nobody has suggested a wine yet.</p>}
      <ButtonLink to={`/wines?book=${book.id}`} variant="plain" className="mt-3">
        Suggest a wine
      </ButtonLink>
    </Card>
  );
}
