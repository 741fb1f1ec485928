import { ArrowLeft } from "lucide-react";
import { Link, useParams } from "react-router";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { MonthPlanner } from "#web/features/admin/months/month-planner.tsx";
import { formatMonth } from "#web/lib/dates.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

import { NotFoundPage } from "./not-found.tsx";

export function AdminMonthPage() {
  const { month = "" } = useParams();
  const isMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month);
  useDocumentTitle(isMonth ? formatMonth(month) : "Not found");
  if (!isMonth) return <NotFoundPage />;
  return (
    <>
      <Link to="/admin" className={buttonClass("plain", "mb-3")}>
        <ArrowLeft aria-hidden="true" className="size-5" />
        Dashboard
      </Link>
      <PageHeading title={formatMonth(month)}>The message, the meeting, and the email for this month.</PageHeading>
      <MonthPlanner key={month} month={month} />
    </>
  );
}
