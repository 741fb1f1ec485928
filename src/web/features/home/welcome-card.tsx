import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";

import { contentQuery } from "#web/api/content.ts";
import { userAtom } from "#web/state/session.ts";
import { Card } from "#web/ui/card.tsx";
import { FoldedText } from "#web/ui/folded-text.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";

const DEFAULT_WELCOME =
  "Welcome! Pour yourself a glass, find a comfortable chair, and see what we are reading this month.";

/** Has a default until an admin writes one. */
export function WelcomeCard() {
  const user = useAtomValue(userAtom);
  const { data, error, refetch } = useQuery(contentQuery);
  return (
    <Card title={user ? `Welcome, ${user.displayName}` : "Welcome"}>
      {data ? (
        <FoldedText text={data.welcomeMessage || DEFAULT_WELCOME} lines={2} more="Read more" />
      ) : error ? (
        <LoadError what="the welcome message" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={2} />
      )}
    </Card>
  );
}
