import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactNode, Suspense, useEffect } from "react";
import { Navigate } from "react-router";

import { currentBookQuery } from "#web/api/books.ts";
import { contentQuery } from "#web/api/content.ts";
import { sessionAtom } from "#web/state/session.ts";
import { Spinner } from "#web/ui/spinner.tsx";

/** A spinner while the session loads, /auth without a user, else the shell with its page (SPEC 2). */
export function MembersOnly({ shell }: { shell: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  usePrefetch(session.status === "signed-in");
  const spinner = <Spinner className="min-h-dvh" />;
  if (session.status === "loading") return spinner;
  if (session.status !== "signed-in") return <Navigate to="/auth" replace />;
  return <Suspense fallback={spinner}>{shell}</Suspense>;
}

/** Asks for what nearly every page shows while the page's own code is still on its way: less to wait for, less to shift. */
function usePrefetch(isSignedIn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    void queries.prefetchQuery(contentQuery);
    void queries.prefetchQuery(currentBookQuery);
  }, [isSignedIn, queries]);
}
