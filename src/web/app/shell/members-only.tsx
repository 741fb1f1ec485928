import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactNode, Suspense, useEffect } from "react";
import { Navigate, useLocation } from "react-router";

import { contentQuery } from "#web/api/content.ts";
import { currentBookQuery } from "#web/api/current-book.ts";
import { currentMeetingQuery } from "#web/api/current-meeting.ts";
import { postsQuery } from "#web/api/posts.ts";
import { hasNoSessionCookie } from "#web/lib/page-facts.ts";
import { sessionAtom } from "#web/state/session.ts";
import { Spinner } from "#web/ui/spinner.tsx";

/** A spinner while the session loads, /auth when signed out, else the page (SPEC 2). */
export function MembersOnly({ shell }: { shell: ReactNode }) {
  const session = useAtomValue(sessionAtom);
  const isLoading = session.status === "loading";
  const isSignedIn = session.status === "signed-in";
  usePrefetch(isSignedIn || (isLoading && !hasNoSessionCookie()), useLocation().pathname === "/");
  const spinner = <Spinner className="min-h-dvh" />;
  if (!isLoading && !isSignedIn) return <Navigate to="/auth" replace />;
  return <Suspense fallback={spinner}>{isLoading ? spinner : shell}</Suspense>;
}

/** Fetches what nearly every page, or Home, shows while code and session are still loading. */
function usePrefetch(mayBeMember: boolean, isHome: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!mayBeMember) return;
    void queries.prefetchQuery(contentQuery);
    void queries.prefetchQuery(currentBookQuery);
    if (!isHome) return;
    void queries.prefetchQuery(currentMeetingQuery);
    void queries.prefetchQuery(postsQuery);
  }, [mayBeMember, isHome, queries]);
}
