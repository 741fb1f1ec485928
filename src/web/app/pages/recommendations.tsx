import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { NominationList } from "#web/features/votes/nomination-list.tsx";
import { OpenForm } from "#web/features/votes/open-form.tsx";
import { PollCard } from "#web/features/votes/poll-card.tsx";
import { useIsAdmin } from "#web/state/use-is-admin.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";

export function Page() {
  const isAdmin = useIsAdmin();
  useDocumentTitle("Book Recommendations");
  return (
    <>
      <PageHeading title="Book Recommendations">
        Nominate what you'd like to read, and vote for what's next.
      </PageHeading>
      <div className="space-y-6">
        <PollCard />
        <NominationList />
        {isAdmin && <OpenForm />}
      </div>
    </>
  );
}
