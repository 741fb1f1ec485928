import { useAtomValue } from "jotai";
import { lazy } from "react";
import { Route, Routes } from "react-router";

import { userAtom } from "#web/state/session.ts";

import { EbookPage } from "./pages/ebook.tsx";
import { HomePage } from "./pages/home.tsx";
import { NotFoundPage } from "./pages/not-found.tsx";
import { ProfilePage } from "./pages/profile.tsx";
import { Shell } from "./shell/shell.tsx";

// As large as everything else together, so loaded when first opened.
const AudiobookPage = lazy(() =>
  import("./pages/audiobook.tsx").then(({ AudiobookPage }) => ({ default: AudiobookPage })),
);
const HelpPage = lazy(() => import("./pages/help.tsx").then(({ HelpPage }) => ({ default: HelpPage })));
const PrivacyPage = lazy(() => import("./pages/privacy.tsx").then(({ PrivacyPage }) => ({ default: PrivacyPage })));
const ReadPage = lazy(() => import("./pages/read.tsx").then(({ ReadPage }) => ({ default: ReadPage })));
const ShelfPage = lazy(() => import("./pages/shelf.tsx").then(({ ShelfPage }) => ({ default: ShelfPage })));
const RecommendationsPage = lazy(() =>
  import("./pages/recommendations.tsx").then(({ RecommendationsPage }) => ({ default: RecommendationsPage })),
);
const WinesPage = lazy(() => import("./pages/wines.tsx").then(({ WinesPage }) => ({ default: WinesPage })));
const TalkPage = lazy(() => import("./pages/talk.tsx").then(({ TalkPage }) => ({ default: TalkPage })));
const AdminPage = lazy(() => import("./pages/admin.tsx").then(({ AdminPage }) => ({ default: AdminPage })));

const AdminHealthPage = lazy(() =>
  import("./pages/admin-health.tsx").then(({ AdminHealthPage }) => ({ default: AdminHealthPage })),
);
const AdminMonthPage = lazy(() =>
  import("./pages/admin-month.tsx").then(({ AdminMonthPage }) => ({ default: AdminMonthPage })),
);

export function MemberRoutes() {
  const isAdmin = useAtomValue(userAtom)?.isAdmin ?? false;
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/ebook" element={<EbookPage />} />
        <Route path="/profile" element={<ProfilePage />} />
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
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
