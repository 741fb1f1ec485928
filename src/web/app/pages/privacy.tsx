import { PrivacyCards } from "#web/help/privacy-cards.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  return (
    <>
      <PageHeading title="Privacy">What the club stores about you, for how long, and who sees it.</PageHeading>
      <PrivacyCards />
    </>
  );
}
