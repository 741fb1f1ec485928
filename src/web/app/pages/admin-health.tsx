import { AuditCard } from "#web/admin/audit/audit-card.tsx";
import { BackupsCard } from "#web/admin/backups/backups-card.tsx";
import { StorageCard } from "#web/admin/storage/storage-card.tsx";
import { BackLink, PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
  return (
    <>
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading title="Activity and health">Backups, storage, and what admins did.</PageHeading>
      <div className="grid gap-6 lg:grid-cols-[1fr_1.9fr]">
        <div className="grid grid-cols-1 content-start gap-6 sm:max-lg:grid-cols-2">
          <BackupsCard />
          <StorageCard />
        </div>
        <AuditCard />
      </div>
    </>
  );
}
