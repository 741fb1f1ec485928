import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";

import { useClub } from "#web/api/club.ts";
import { query } from "#web/api/query.ts";
import { usersQuery } from "#web/api/users.ts";
import { monthNow } from "#web/lib/format/format-meeting.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Link } from "#web/ui/layout/link.tsx";

type Step = { isDone: boolean; text: string; to: string };

/**
 * The next steps of a new club's admin; none once there's a book, a meeting and a second member, undefined while
 * loading.
 */
export function useFirstSteps(isAdmin: boolean): Step[] | undefined {
  const { timeZone } = useClub();
  // Also true after a failure and during its retry.
  const { data: book, isFetched: isBookFetched } = useQuery(query("GET /api/books/current"));
  const { data: meeting, isFetched: isMeetingFetched } = useQuery(query("GET /api/meetings/current"));
  // If there are answers, there are members.
  const canBeNew = isAdmin && (meeting === null || meeting?.people.length === 0);
  const { data: users, isFetched: areUsersFetched } = useQuery({ ...usersQuery(0, ""), enabled: canBeNew });
  if (!isAdmin) return [];
  if (!isBookFetched || !isMeetingFetched || (canBeNew && !areUsersFetched)) return undefined;
  if (book === undefined || meeting === undefined || !users) return [];
  const steps = [
    { isDone: book !== null, text: "Add the first book", to: "/admin?tab=book&book=new" },
    { isDone: meeting !== null, text: "Plan the meeting", to: `/admin/months/${monthNow(timeZone)}#meeting` },
    { isDone: users.total > 1, text: "Invite members", to: "/admin?tab=users#invitations" },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const { name, since } = useClub();
  if (steps.length === 0) return null;
  return (
    <Card title="Get the club started" className="print:hidden">
      <ol className="-my-1">
        {steps.map(({ isDone, text, to }) => (
          <li key={text}>
            <Link to={to} className="group flex min-h-touch items-center gap-3 py-1">
              {isDone ? (
                <CircleCheck className="size-5 shrink-0 text-success" />
              ) : (
                <Circle className="size-5 shrink-0 text-ink-soft" />
              )}
              <span className={`underline-offset-4 group-hover:underline ${isDone ? "" : "font-semibold"}`}>
                {text}
                {isDone && <span className="sr-only"> (done)</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-soft">
        The name “{name}” and the year {since} come from the server's settings CLUB_NAME and CLUB_SINCE.
      </p>
    </Card>
  );
}
