import { useParams } from "react-router";

import { MONTH } from "#contract/text.ts";
import { MonthPlanner } from "#web/admin/months/month-planner.tsx";
import { FirstSteps, useFirstSteps } from "#web/home/first-steps.tsx";
import { formatMonth } from "#web/lib/format/dates.ts";
import { BackLink, PageHeading } from "#web/ui/layout/page-heading.tsx";

import { NotFoundPage } from "./not-found.tsx";

export function Page() {
  const { month = "" } = useParams();
  const steps = useFirstSteps(true);
  if (!MONTH.test(month)) return <NotFoundPage />;
  return (
    <>
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading title={formatMonth(month)}>
        The book, the meeting, the message and the email of this month.
      </PageHeading>
      <MonthPlanner key={month} month={month} extraContent={steps && <FirstSteps steps={steps} />} />
    </>
  );
}
