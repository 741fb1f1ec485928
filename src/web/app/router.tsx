import { type ComponentType, lazy, Suspense, useState } from "react";
import { matchPath, Navigate, Route, Routes, useLocation } from "react-router";

import { MAIL_LINKS } from "#contract/link-pages.ts";

import { loadMemberStyles } from "./member-styles.ts";
import { AuthPage } from "./pages/auth.tsx";
import { MembersOnly } from "./shell/members-only.tsx";

/** Signed-out visitors load only the sign-in page. Members' code and styles come in one request each. */
const lazyStyled = (part: () => Promise<ComponentType>) =>
  lazy(async () => {
    const [Page] = await Promise.all([part(), loadMemberStyles()]);
    return { default: Page };
  });

const importMembers = () => import("./member-routes.tsx");
const LazyMemberRoutes = lazyStyled(() => importMembers().then(({ MemberRoutes }) => MemberRoutes));
let fetchedRoutes: ComponentType | null = null;
const LinkRoutes = lazyStyled(() => import("./link-routes.tsx").then(({ LinkRoutes }) => LinkRoutes));

// The bundler drops it from production builds.
const DesignPage =
  process.env.NODE_ENV === "production"
    ? undefined
    : lazy(() => import("./pages/design.tsx").then(({ DesignPage }) => ({ default: DesignPage })));

/** Ahead of the first render, which then shows a member's page at once, and whole. */
export async function openMemberPages(): Promise<void> {
  if (isMailLink(location.pathname)) return;
  const importPage = async () => {
    const { MemberRoutes, loadPage } = await importMembers();
    await loadPage(location.pathname);
    return MemberRoutes;
  };
  // React's `lazy` would hold it back for 300 ms
  [fetchedRoutes] = await Promise.all([importPage(), loadMemberStyles()]);
}

/** Every address (SPEC 2), and who may see it. */
export function AppRoutes() {
  const { pathname } = useLocation();
  if (isMailLink(pathname))
    return (
      <Suspense>
        <LinkRoutes />
      </Suspense>
    );
  return (
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/login" element={<ToSignIn />} />
      {DesignPage && <Route path="/design" element={<DesignPage />} />}
      <Route path="*" element={<MembersOnly shell={<MemberRoutes />} />} />
    </Routes>
  );
}

const isMailLink = (path: string) => Object.values(MAIL_LINKS).some((page) => matchPath(page, path));

function MemberRoutes() {
  const [Routes] = useState(() => fetchedRoutes ?? LazyMemberRoutes);
  return <Routes />;
}

function ToSignIn() {
  return <Navigate to="/auth" replace state={useLocation().state} />;
}
