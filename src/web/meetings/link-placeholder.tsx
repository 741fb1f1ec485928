import { isNotFound } from "#web/api/client.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { type Query, QueryStatus } from "#web/ui/feedback/query-content.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

type Props = { name: string; query: Query<unknown> };

/** Shown until the target of an email link is loaded. */
export function LinkPlaceholder({ name, query }: Props) {
  return (
    <Card>
      {isNotFound(query.error) ? (
        <Notice tone="error" title="This link doesn't work">
          Use the one in the newest email, or open the club and sign in.
        </Notice>
      ) : (
        <QueryStatus query={query} name={name} skeleton={<Spinner label="Loading..." />} />
      )}
    </Card>
  );
}
