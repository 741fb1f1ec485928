import { PageHeading } from "#web/ui/layout/page-heading.tsx";

/** Also drawn before the app has loaded (decision 0026). */
export const TalkHeading = () => (
  <div className="print:hidden">
    <PageHeading title="Talk">
      What members are saying about this month's book, up to where you've read. No spoilers.
    </PageHeading>
  </div>
);
