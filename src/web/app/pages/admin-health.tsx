import { Link } from "react-router";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { Health } from "#web/features/admin/health.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** Admins only (BEYOND 1). */
export function AdminHealthPage() {
  useDocumentTitle("Activity and health");
  return (
    <>
      <PageHeading title="Activity and health">
        What admins did, backups, and storage.{" "}
        <Link to="/admin" className="underline underline-offset-4">
          Back to the dashboard
        </Link>
      </PageHeading>
      <Health />
    </>
  );
}
