import type { Meeting } from "#contract/meetings.ts";
import { query } from "#web/api/query.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Link } from "#web/ui/layout/link.tsx";

/** A button to host if there's no host, and a link to the host's page, where the date is chosen, too (BEYOND 10). */
export function Hosting({ meeting }: { meeting: Meeting }) {
  const { id, state, host, isHost, dates, datesAnswered } = meeting;
  const isAdmin = useIsAdmin();
  if (state !== "planned") return null;
  const isPolling = dates.length > 0;
  return (
    <>
      {(isHost || (isAdmin && isPolling)) && (
        <Link
          to={`/meetings/${id}/host`}
          className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4 print:hidden"
        >
          {isPolling ? `Choose the date: ${datesAnswered} answered` : "You're hosting: place, what you need, questions"}
        </Link>
      )}
      {!host && <HostName id={id} />}
    </>
  );
}

function HostName({ id }: { id: number }) {
  const becomeHost = useCall("PUT /api/meetings/:id/host", {
    done: "You're hosting. Thank you!",
    failed: "That wasn't saved. Please try again.",
    updatesQuery: query("GET /api/meetings/current"),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <Link to="/hosts" className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
        Who hosts next?
      </Link>
      <Button disabled={becomeHost.isPending} onClick={() => becomeHost.mutate({ params: { id }, body: {} })}>
        I'll host
      </Button>
    </div>
  );
}
