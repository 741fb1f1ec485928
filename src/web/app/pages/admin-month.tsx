import { useParams } from "react-router";

import { MONTH } from "#contract/text.ts";
import { MonthPlanner } from "#web/admin/months/month-planner.tsx";
import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { FirstSteps, useFirstSteps } from "#web/home/first-steps.tsx";
import { formatMonth } from "#web/lib/format/dates.ts";
import { BackLink, PageHeading } from "#web/ui/layout/page-heading.tsx";

import { NotFoundPage } from "./not-found.tsx";

export function Page() {
  const { month = "" } = useParams();
  const isMonth = MONTH.test(month);
  useDocumentTitle(isMonth ? formatMonth(month) : "Not found");
  const steps = useFirstSteps(true);
  if (!isMonth) return <NotFoundPage />;
  return (
    <>
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading title={formatMonth(month)}>
        The book, the meeting, the message and the email of this month.
      </PageHeading>
      <MonthPlanner key={month} month={month} next={steps && <FirstSteps steps={steps} />} />
    </>
  );
}
