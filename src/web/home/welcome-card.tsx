import { useAtomValue } from "jotai";

import { useGet } from "#web/api/use-get.ts";
import { userAtom } from "#web/state/session.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { FoldedText } from "#web/ui/text/prose.tsx";

const DEFAULT_WELCOME =
  "Welcome! Pour yourself a glass, find a comfortable chair, and see what we are reading this month.";

/** Has a default until an admin writes one. */
export function WelcomeCard() {
  const user = useAtomValue(userAtom);
  const result = useGet("GET /api/content");
  return (
    <Card title={user ? `Welcome, ${user.displayName}` : "Welcome"}>
      <QueryContent query={result} name="the welcome message" lines={2}>
        {(data) => <FoldedText text={data.welcomeMessage || DEFAULT_WELCOME} lines={2} moreLabel="Read more" />}
      </QueryContent>
    </Card>
  );
}
