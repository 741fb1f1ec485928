import { Dashboard } from "#web/admin/dashboard.tsx";
import { Link } from "#web/ui/layout/link.tsx";
import { PageHeading } from "#web/ui/layout/page-heading.tsx";

export function Page() {
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
