import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { HostRotation } from "#web/meetings/host-rotation.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  useDocumentTitle("Hosts");
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeading title="Hosts">Who hasn't hosted for the longest comes first.</PageHeading>
      <HostRotation />
    </div>
  );
}
