import { AuditCard } from "./audit/audit-card.tsx";
import { BackupsCard } from "./backups/backups-card.tsx";
import { StorageCard } from "./storage/storage-card.tsx";

export function Health() {
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
