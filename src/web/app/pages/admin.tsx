import { Link } from "react-router";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { Dashboard } from "#web/features/admin/dashboard.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

export function Page() {
  useDocumentTitle("Admin Dashboard");
  return (
    <>
      <PageHeading title="Admin Dashboard">
        The month's work: texts, the book and its files, the members.{" "}
        <Link to="/admin/health" className="whitespace-nowrap underline underline-offset-4">
          Activity and health
        </Link>
      </PageHeading>
      <Dashboard />
    </>
  );
}
