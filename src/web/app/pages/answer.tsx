import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";
import { AnswerCard } from "#web/meetings/answer-card.tsx";

import { LinkPage } from "./link-page.tsx";

/** Where mails' answer buttons lead (BEYOND 3); opening it changes nothing. */
export function AnswerPage() {
  const [query] = useSearchParams();
  return (
    <LinkPage title="Are you coming?">
      <AnswerCard token={query.get("token") ?? ""} suggested={query.get("answer") === "no" ? "no" : "yes"} />
    </LinkPage>
  );
}
