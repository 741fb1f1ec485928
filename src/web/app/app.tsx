import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { matchPath, Navigate, Route, Routes, useLocation } from "react-router";

import { MAIL_LINKS } from "#contract/first-paint.ts";
import { hasNoSessionCookie } from "#web/lib/browser/page-meta.ts";
import { AuthPage } from "#web/members/auth/auth-page.tsx";
import { SlowNotice, ToastRegion } from "#web/ui/feedback/toast-region.tsx";

import { useEarlyPress } from "./hydrate-or-render.ts";
import { lazyPage } from "./lazy-page.tsx";
import { loadMemberStyles } from "./member-styles.ts";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import { MembersOnly } from "./shell/members-only.tsx";
import { useSeasonOfToday } from "./shell/use-season.ts";
import { useSessionWatch } from "./shell/use-session-watch.ts";

/** Signed-out visitors load only the sign-in page. Members' code and styles come in one request each. */
const MemberRoutes = lazyPage(async () => {
  const importRoutes = async () => {
    const { MemberRoutes, loadPage } = await import("./member-routes.tsx");
    await loadPage(location.pathname);
    return MemberRoutes;
  };
  const [Routes] = await Promise.all([importRoutes(), loadMemberStyles()]);
  return Routes;
}, "min-h-dvh");
const LinkRoutes = lazyPage(async () => {
  const [{ LinkRoutes }] = await Promise.all([import("./link-routes.tsx"), loadMemberStyles()]);
  return LinkRoutes;
});

/** The first render then shows the complete page. */
export async function loadFirstPage(): Promise<void> {
  if (isMailLink(location.pathname)) await LinkRoutes.load();
  else if (!hasNoSessionCookie()) await MemberRoutes.load();
}

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionAndSeasonWatch />
      <ErrorBoundary isWholePage>
        <AppRoutes />
      </ErrorBoundary>
      <SlowNotice />
      <ToastRegion />
    </QueryClientProvider>
  );
}

function SessionAndSeasonWatch() {
  useEarlyPress();
  useSessionWatch();
  useSeasonOfToday();
  return null;
}

function AppRoutes() {
  const { pathname } = useLocation();
  if (isMailLink(pathname)) return <LinkRoutes />;
  return (
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/login" element={<RedirectToSignIn />} />
      <Route path="*" element={<MembersOnly shell={<MemberRoutes />} />} />
    </Routes>
  );
}

const isMailLink = (path: string) => Object.values(MAIL_LINKS).some((page) => matchPath(page, path));

function RedirectToSignIn() {
  return <Navigate to="/auth" replace state={useLocation().state} />;
}
