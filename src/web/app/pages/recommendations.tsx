import { usePrefetchQuery } from "@tanstack/react-query";

import { query } from "#web/api/query.ts";
import { useGet } from "#web/api/use-get.ts";
import { useIsAdmin } from "#web/state/session.ts";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";
import { NominationList } from "#web/votes/nomination-list.tsx";
import { OpenForm } from "#web/votes/open-form.tsx";
import { PollCard } from "#web/votes/poll-card.tsx";

export function Page() {
  const isAdmin = useIsAdmin();
  usePrefetchQuery(query("GET /api/nominations"));
  // also true when the query failed
  const { isFetched: isVoteFetched } = useGet("GET /api/polls/current");
  return (
    <>
      <PageHeading title="Next book">Nominate what you'd like to read, and vote for what's next.</PageHeading>
      {/* a vote would push the nominations down */}
      {isVoteFetched ? (
        <div className="space-y-6">
          <PollCard />
          <NominationList />
          {isAdmin && <OpenForm />}
        </div>
      ) : (
        <Spinner className="min-h-60" />
      )}
    </>
  );
}
