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

/** The page that the RSVP buttons of emails lead to (BEYOND 3). Opening it changes nothing. */
function AnswerPage() {
  const [query] = useSearchParams();
  return (
    <LinkPage title="Are you coming?">
      <AnswerCard token={query.get("token") ?? ""} suggested={query.get("answer") === "no" ? "no" : "yes"} />
    </LinkPage>
  );
}

/** The page that a date poll's email leads to (BEYOND 10). Opening it changes nothing. */
function DatesPage() {
  const [query] = useSearchParams();
  return (
    <LinkPage title="When can you come?">
      <DatesCard token={query.get("token") ?? ""} />
    </LinkPage>
  );
}
