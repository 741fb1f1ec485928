import { Route, Routes } from "react-router";

import { useIsAdmin } from "#web/state/session.ts";

import { fetchUnlessLeft } from "./fetch-unless-left.ts";
import { lazyPage } from "./lazy-page.tsx";
import { MEMBER_PAGES } from "./member-pages.ts";
import { HomePage } from "./pages/home.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { ClubNav } from "./shell/club-nav.tsx";
import { Shell } from "./shell/shell.tsx";
import { useSessionRecheck } from "./shell/use-session-recheck.ts";

const PAGES = MEMBER_PAGES.map(({ load, ...page }) => ({
  ...page,
  Page: lazyPage(() => fetchUnlessLeft(load).then(({ Page }) => Page)),
}));

/** Loads a page's code before its first render. A page whose code can't be loaded shows its own error. */
export async function loadPage(path: string): Promise<void> {
  const page = PAGES.findLast(({ to }) => `${path}/`.startsWith(`${to}/`))?.Page;
  await page?.load().catch(() => undefined);
}

export function MemberRoutes() {
  useSessionRecheck();
  const isAdmin = useIsAdmin();
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/" element={<HomePage />} />
        <Route path="*" element={<NotFoundPage />} />
        {PAGES.filter(({ isForAdmins }) => isAdmin || !isForAdmins).map(({ to, params = "", label, Page }) => (
          <Route
            key={to}
            path={to + params}
            element={
              <>
                {label && <ClubNav />}
                <Page />
              </>
            }
          />
        ))}
      </Route>
    </Routes>
  );
}
