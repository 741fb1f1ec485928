import { useClub } from "#web/api/club.ts";
import { useGet } from "#web/api/use-get.ts";
import { currentMonth } from "#web/lib/format/club-time.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { type Step, StepList } from "#web/ui/layout/step-list.tsx";

/**
 * The next steps of a new club's admin; none once there's a book, a meeting and a second member, undefined while
 * loading.
 */
export function useFirstSteps(isAdmin: boolean): Step[] | undefined {
  const { timeZone } = useClub();
  // Also true after a failure and during its retry.
  const { data: book, isFetched: isBookFetched } = useGet("GET /api/books/current");
  const { data: meeting, isFetched: isMeetingFetched } = useGet("GET /api/meetings/current");
  // If there are answers, there are members.
  const canClubBeNew = isAdmin && (meeting === null || meeting?.people.length === 0);
  const { data: users, isFetched: areUsersFetched } = useGet("GET /api/users", {
    query: { limit: 2 },
    enabled: canClubBeNew,
  });
  if (!isAdmin) return [];
  if (!isBookFetched || !isMeetingFetched || (canClubBeNew && !areUsersFetched)) return undefined;
  if (book === undefined || meeting === undefined || !users) return [];
  const steps = [
    { isDone: book !== null, text: "Add the first book", to: "/admin?tab=book&book=new" },
    { isDone: meeting !== null, text: "Plan the meeting", to: `/admin/months/${currentMonth(timeZone)}#meeting` },
    { isDone: users.length > 1, text: "Invite members", to: "/admin?tab=users#invitations" },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const { name, since } = useClub();
  if (steps.length === 0) return null;
  return (
    <Card title="Get the club started" className="print:hidden">
      <StepList steps={steps} />
      <p className="mt-3 border-t border-line pt-3 text-sm text-ink-soft">
        The name “{name}” and the year {since} come from the server's settings CLUB_NAME and CLUB_SINCE.
      </p>
    </Card>
  );
}
