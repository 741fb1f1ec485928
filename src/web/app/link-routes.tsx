import { Route, Routes } from "react-router";

import { MAIL_LINKS } from "#contract/first-paint.ts";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";
import { AnswerCard } from "#web/meetings/answer-card.tsx";
import { DatesCard } from "#web/meetings/dates-card.tsx";

import { EreaderPage } from "./pages/ereader.tsx";
import { LinkPage } from "./pages/link-page.tsx";

export function LinkRoutes() {
  return (
    <Routes>
      <Route path={MAIL_LINKS.answer} element={<AnswerPage />} />
      <Route path={MAIL_LINKS.dates} element={<DatesPage />} />
      <Route path={MAIL_LINKS.ereader} element={<EreaderPage />} />
    </Routes>
  );
}

/** Where mails' answer buttons lead (BEYOND 3); opening it changes nothing. */
function AnswerPage() {
  const [query] = useSearchParams();
  return (
    <LinkPage title="Are you coming?">
      <AnswerCard token={query.get("token") ?? ""} suggested={query.get("answer") === "no" ? "no" : "yes"} />
    </LinkPage>
  );
}

/** Where the mail that asks for a date leads (BEYOND 10); opening it changes nothing. */
function DatesPage() {
  const [query] = useSearchParams();
  return (
    <LinkPage title="When can you come?">
      <DatesCard token={query.get("token") ?? ""} />
    </LinkPage>
  );
}
