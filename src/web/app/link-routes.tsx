import { useEffect, useState } from "react";
import { Route, Routes, useLocation, useNavigate } from "react-router";

import { MAIL_LINKS } from "#contract/first-paint.ts";
import { ConfirmEreaderCard } from "#web/books/confirm-card.tsx";
import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";
import { AnswerCard } from "#web/meetings/answer-card.tsx";
import { DatesCard } from "#web/meetings/dates-card.tsx";

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

/** The page that the first email to an eReader links to (BEYOND 9). Opening it changes nothing. */
function EreaderPage() {
  const token = useToken();
  return (
    <LinkPage title="Confirm your eReader">
      <ConfirmEreaderCard token={token} />
    </LinkPage>
  );
}

/** Reads the secret from the address and removes it from the history. */
function useToken(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState(hash.slice(1));
  // another link opened in the same tab changes only the hash
  if (hash && hash.slice(1) !== token) setToken(hash.slice(1));
  useEffect(() => {
    if (hash) void navigate(MAIL_LINKS.ereader, { replace: true });
  }, [hash, navigate]);
  return token;
}
