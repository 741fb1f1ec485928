import { type ReactNode, useState } from "react";
import { Link } from "react-router";

import type { Meeting } from "#contract/meetings.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";

/** One press to take the turn nobody has, and the host's own work behind one line (BEYOND 10). */
export function Hosting({ meeting, children }: { meeting: Meeting; children: ReactNode }) {
  const { state, host, isHost } = meeting;
  if (state !== "planned") return null;
  if (isHost) return <HostsWork>{children}</HostsWork>;
  if (host) return null;
  return <WhoHosts id={meeting.id} />;
}

function HostsWork({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="border-t border-line pt-1 print:hidden"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-touch cursor-pointer py-2.5 font-semibold">
        You're hosting: place, what you need, questions
      </summary>
      {isOpen && <div className="py-3">{children}</div>}
    </details>
  );
}

function WhoHosts({ id }: { id: number }) {
  const taking = useMutationWithToast({
    act: () => call("PUT /api/meetings/:id/host", { params: { id }, body: {} }),
    done: "You're hosting. Thank you!",
    failed: "That wasn't saved. Please try again.",
    updatesQuery: query("GET /api/meetings/current"),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 print:hidden">
      <Link to="/hosts" className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4">
        Who hosts next?
      </Link>
      <Button variant="quiet" disabled={taking.isPending} onClick={() => taking.mutate()}>
        I'll host
      </Button>
    </div>
  );
}
