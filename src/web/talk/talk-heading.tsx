import { PageHeading } from "#web/ui/layout/page-heading.tsx";

/** Also drawn before the app has loaded (decision 0026). */
export const TalkHeading = () => (
  <div className="print:hidden">
    <PageHeading title="Talk">
      Notes on this month's book. Until the meeting, you see them as far as you've read.
    </PageHeading>
  </div>
);
