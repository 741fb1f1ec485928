import { useSearchParams } from "#web/lib/hooks/use-search-params.ts";
import { DatesCard } from "#web/meetings/dates-card.tsx";

import { LinkPage } from "./link-page.tsx";

/** Where the mail that asks for a date leads (BEYOND 10); opening it changes nothing. */
export function DatesPage() {
  const [query] = useSearchParams();
  return (
    <LinkPage title="When can you come?">
      <DatesCard token={query.get("token") ?? ""} />
    </LinkPage>
  );
}
