import { HelpTopics } from "#web/help/help-topics.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  return (
    <>
      <PageHeading title="Help">One step at a time. You can't break anything.</PageHeading>
      <HelpTopics />
    </>
  );
}
