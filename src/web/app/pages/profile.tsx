import { useAtomValue } from "jotai";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-focus-hash-target.ts";
import { PROFILE_GROUPS } from "#web/members/profile/profile-groups.ts";
import { verifiedUserAtom } from "#web/state/session.ts";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { FoldableSection, useIsWide } from "#web/ui/layout/disclosure.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  // the form begins with the server's values
  const user = useAtomValue(verifiedUserAtom);
  const isWide = useIsWide();
  useDocumentTitle("Profile");
  useFocusHashTarget();
  if (!user) return <Spinner className="min-h-[50dvh]" />;
  return (
    <>
      <PageHeading title="Profile">What other members see, and how the club reaches you.</PageHeading>
      <nav aria-label="On this page" className="-mt-2 mb-8 flex flex-wrap gap-x-5 border-b border-line pb-2">
        {PROFILE_GROUPS.map(({ id, title }) => (
          <Link
            key={id}
            to={`#${id}`}
            replace
            className="inline-flex min-h-touch items-center font-semibold underline underline-offset-4"
          >
            {title}
          </Link>
        ))}
      </nav>
      {PROFILE_GROUPS.map(({ id, title, summary, cards }, index) => (
        <FoldableSection key={id} id={id} title={title} summary={summary} isOpen={isWide || index === 0}>
          <div className="grid grid-cols-1 items-start gap-6 pt-4 pb-8 lg:grid-cols-2">
            {cards.map((ProfileCard, cardIndex) => (
              <ProfileCard key={cardIndex} user={user} />
            ))}
          </div>
        </FoldableSection>
      ))}
    </>
  );
}
