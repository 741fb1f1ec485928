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

// As large as everything else together, so loaded when first opened.
const AudiobookPage = lazyPage(() => import("./pages/audiobook.tsx").then(({ AudiobookPage }) => AudiobookPage));
const HelpPage = lazyPage(() => import("./pages/help.tsx").then(({ HelpPage }) => HelpPage));
const PrivacyPage = lazyPage(() => import("./pages/privacy.tsx").then(({ PrivacyPage }) => PrivacyPage));
const ReadPage = lazyPage(() => import("./pages/read.tsx").then(({ ReadPage }) => ReadPage));
const ShelfPage = lazyPage(() => import("./pages/shelf.tsx").then(({ ShelfPage }) => ShelfPage));
const RecommendationsPage = lazyPage(() =>
  import("./pages/recommendations.tsx").then(({ RecommendationsPage }) => RecommendationsPage),
);
const WinesPage = lazyPage(() => import("./pages/wines.tsx").then(({ WinesPage }) => WinesPage));
const TalkPage = lazyPage(() => import("./pages/talk.tsx").then(({ TalkPage }) => TalkPage));
const AdminPage = lazyPage(() => import("./pages/admin.tsx").then(({ AdminPage }) => AdminPage));

const AdminHealthPage = lazyPage(() =>
  import("./pages/admin-health.tsx").then(({ AdminHealthPage }) => AdminHealthPage),
);
const AdminMonthPage = lazyPage(() => import("./pages/admin-month.tsx").then(({ AdminMonthPage }) => AdminMonthPage));

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
        <Route path="/audiobook" element={<AudiobookPage />} />
        <Route path="/read/:bookId?" element={<ReadPage />} />
        <Route path="/shelf/:bookId?" element={<ShelfPage />} />
        <Route path="/recommendations" element={<RecommendationsPage />} />
        <Route path="/wines" element={<WinesPage />} />
        <Route path="/help" element={<HelpPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/talk" element={<TalkPage />} />
        {isAdmin && (
          <>
            <Route path="/admin" element={<AdminPage />} />
            <Route path="/admin/health" element={<AdminHealthPage />} />
            <Route path="/admin/months/:month" element={<AdminMonthPage />} />
          </>
        )}
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
