import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";

import { contentQuery } from "#web/api/content.ts";
import { userAtom } from "#web/state/session.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Prose } from "#web/ui/prose.tsx";
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
        <Prose text={data.welcomeMessage || DEFAULT_WELCOME} className="text-lg" />
      ) : error ? (
        <LoadError what="the welcome message" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Card>
  );
}
