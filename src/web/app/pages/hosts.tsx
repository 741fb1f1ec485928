import { HostRotation } from "#web/meetings/host-rotation.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeading title="Hosts">Longest since hosting first.</PageHeading>
      <HostRotation />
    </div>
  );
}
