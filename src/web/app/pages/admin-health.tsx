import { AuditCard } from "#web/admin/audit/audit-card.tsx";
import { BackupsCard } from "#web/admin/backups/backups-card.tsx";
import { StorageCard } from "#web/admin/storage/storage-card.tsx";
import { BackLink, PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  return (
    <>
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading title="Activity and health">What admins did, backups, and storage.</PageHeading>
      <Health />
    </>
  );
}

function Health() {
  return (
    <div className="grid gap-6 lg:grid-cols-[1.9fr_1fr]">
      <AuditCard />
      <div className="grid grid-cols-1 content-start gap-6 sm:max-lg:grid-cols-2">
        <BackupsCard />
        <StorageCard />
      </div>
    </div>
  );
}
