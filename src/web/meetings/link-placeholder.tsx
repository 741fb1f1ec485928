import { isNotFound } from "#web/api/client.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { LoadError } from "#web/ui/feedback/query-content.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { Card } from "#web/ui/layout/card.tsx";

type Props = { subject: string; error: Error | null; onRetry: () => void };

/** Shown until the target of an email link is loaded. */
export function LinkPlaceholder({ subject, error, onRetry }: Props) {
  return (
    <Card>
      {isNotFound(error) ? (
        <Notice tone="error" title="This link doesn't work">
          Use the one in the newest email, or open the club and sign in.
        </Notice>
      ) : error ? (
        <LoadError what={subject} error={error} onRetry={onRetry} />
      ) : (
        <Spinner label="Loading..." />
      )}
    </Card>
  );
}
