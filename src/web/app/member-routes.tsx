import { useAtomValue } from "jotai";
import { Outlet, Route, Routes } from "react-router";

import { userAtom } from "#web/state/session.ts";

import { PageShown } from "./first-paint/page-shown.tsx";
import { lazyPage } from "./lazy-page.tsx";
import { EbookPage } from "./pages/ebook.tsx";
import { HomePage } from "./pages/home.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { ProfilePage } from "./pages/profile.tsx";
import { Shell } from "./shell/shell.tsx";

const ReadPage = lazyPage(() => import("./pages/read.tsx").then(({ ReadPage }) => ReadPage));

/** Pages that together are as large as everything else, so each is loaded when it's first opened. */
const PAGES: Record<string, ReturnType<typeof lazyPage>> = {
  "/audiobook": lazyPage(() => import("./pages/audiobook.tsx").then(({ AudiobookPage }) => AudiobookPage)),
  "/help": lazyPage(() => import("./pages/help.tsx").then(({ HelpPage }) => HelpPage)),
  "/privacy": lazyPage(() => import("./pages/privacy.tsx").then(({ PrivacyPage }) => PrivacyPage)),
  "/read/:bookId?": ReadPage,
  "/recommendations": lazyPage(() =>
    import("./pages/recommendations.tsx").then(({ RecommendationsPage }) => RecommendationsPage),
  ),
  "/shelf/:bookId?": lazyPage(() => import("./pages/shelf.tsx").then(({ ShelfPage }) => ShelfPage)),
  "/talk": lazyPage(() => import("./pages/talk.tsx").then(({ TalkPage }) => TalkPage)),
  "/wines": lazyPage(() => import("./pages/wines.tsx").then(({ WinesPage }) => WinesPage)),
};
const ADMIN_PAGES: typeof PAGES = {
  "/admin": lazyPage(() => import("./pages/admin.tsx").then(({ AdminPage }) => AdminPage)),
  "/admin/health": lazyPage(() => import("./pages/admin-health.tsx").then(({ AdminHealthPage }) => AdminHealthPage)),
  "/admin/months/:month": lazyPage(() =>
    import("./pages/admin-month.tsx").then(({ AdminMonthPage }) => AdminMonthPage),
  ),
};

// the book's code comes beside the shell's first page, not after it
if (/^\/read(?:\/|$)/.test(location.pathname)) ReadPage.load().catch(() => undefined);

export function MemberRoutes() {
  const isAdmin = useAtomValue(userAtom)?.isAdmin ?? false;
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route element={<Opened />}>
          <Route path="/" element={<HomePage />} />
          <Route path="/ebook" element={<EbookPage />} />
          <Route path="/profile" element={<ProfilePage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
        {Object.entries({ ...PAGES, ...(isAdmin && ADMIN_PAGES) }).map(([path, Page]) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
      </Route>
    </Routes>
  );
}

/** Pages whose code is loaded replace the picture immediately. */
function Opened() {
  return (
    <>
      <Outlet />
      <PageShown />
    </>
  );
}
