import { Route, Routes, useParams } from "react-router";

import { fetchHero } from "#web/images/home-hero.ts";
import { seasonToday } from "#web/lib/page-facts.ts";
import { useIsAdmin } from "#web/state/use-is-admin.ts";

import { lazyPage } from "./lazy-page.tsx";
import { MEMBER_PAGES } from "./member-pages.ts";
import { EbookPage } from "./pages/ebook.tsx";
import { HomePage } from "./pages/home.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { ClubNav } from "./shell/club-nav.tsx";
import { Shell } from "./shell/shell.tsx";

const PAGES = MEMBER_PAGES.map(({ load, ...page }) => ({
  ...page,
  Page: lazyPage(() => load().then(({ Page }) => Page)),
}));

const season = seasonToday();
if (season && location.pathname === "/") fetchHero(season);

// the book's code comes beside the shell's first page, not after it
if (/^\/read(?:\/|$)/.test(location.pathname))
  for (const { to, Page } of PAGES) if (to === "/read") Page.load().catch(() => undefined);

export function MemberRoutes() {
  const isAdmin = useIsAdmin();
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/ebook" element={<EbookPage />} />
        <Route path="*" element={<NotFoundPage />} />
        {PAGES.filter(({ isForAdmins }) => isAdmin || !isForAdmins).map(({ to, params = "", label, Page }) => (
          <Route
            key={to}
            path={to + params}
            element={
              <>
                {label && <ClubNavUnlessBook />}
                <Page />
              </>
            }
          />
        ))}
      </Route>
    </Routes>
  );
}

/** A book of the shelf isn't one of the tab's pages. */
function ClubNavUnlessBook() {
  const { bookId } = useParams();
  return bookId === undefined && <ClubNav />;
}
