import { useAtomValue } from "jotai";
import { lazy } from "react";
import { Navigate, Route, Routes } from "react-router";

import type { Season } from "#contract/season.ts";

import { preloadHero } from "./images/preload-hero.ts";
import { AuthPage } from "./pages/auth.tsx";
import { MembersOnly } from "./shell/members-only.tsx";
import { userAtom } from "./state/session.ts";

// Every page but /auth is fetched when it is first opened: strangers load the sign-in page alone.
const openShell = () => import("./shell/shell.tsx").then(({ Shell }) => ({ default: Shell }));
const openHome = () => import("./pages/home.tsx").then(({ HomePage }) => ({ default: HomePage }));
const Shell = lazy(openShell);
const HomePage = lazy(openHome);
const EbookPage = lazy(() => import("./pages/ebook.tsx").then(({ EbookPage }) => ({ default: EbookPage })));
const AudiobookPage = lazy(() =>
  import("./pages/audiobook.tsx").then(({ AudiobookPage }) => ({ default: AudiobookPage })),
);
const AdminPage = lazy(() => import("./pages/admin.tsx").then(({ AdminPage }) => ({ default: AdminPage })));
const ProfilePage = lazy(() => import("./pages/profile.tsx").then(({ ProfilePage }) => ({ default: ProfilePage })));
const NotFoundPage = lazy(() =>
  import("./pages/not-found.tsx").then(({ NotFoundPage }) => ({ default: NotFoundPage })),
);

// A page for those who build the parts; the bundler drops it from the built app.
const DesignPage =
  process.env.NODE_ENV === "production"
    ? undefined
    : lazy(() => import("./pages/design.tsx").then(({ DesignPage }) => ({ default: DesignPage })));

/** Starts to fetch what a member's page needs while it is still being asked who is signed in. */
export function fetchAhead(path: string, season: Season): void {
  void openShell();
  if (path !== "/") return;
  void openHome();
  preloadHero(season);
}

/** Every address of the web app (SPEC 2), and who may see it. */
export function AppRoutes() {
  const isAdmin = useAtomValue(userAtom)?.isAdmin ?? false;
  return (
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/login" element={<Navigate to="/auth" replace />} />
      {DesignPage && <Route path="/design" element={<DesignPage />} />}
      <Route element={<MembersOnly shell={<Shell />} />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/ebook" element={<EbookPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/audiobook" element={<AudiobookPage />} />
        {isAdmin && <Route path="/admin" element={<AdminPage />} />}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}
