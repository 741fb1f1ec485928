import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";

import { loadMemberStyles } from "./member-styles.ts";
import { AuthPage } from "./pages/auth.tsx";
import { MembersOnly } from "./shell/members-only.tsx";

// Strangers load the sign-in page alone. What members need is fetched in one piece: in many it takes as many requests.
const MemberRoutes = lazy(() =>
  Promise.all([import("./member-routes.tsx"), loadMemberStyles()]).then(([{ MemberRoutes }]) => ({
    default: MemberRoutes,
  })),
);

const AnswerPage = lazy(() =>
  Promise.all([import("./pages/answer.tsx"), loadMemberStyles()]).then(([{ AnswerPage }]) => ({ default: AnswerPage })),
);

// A page for those who build the parts; the bundler drops it from the built app.
const DesignPage =
  process.env.NODE_ENV === "production"
    ? undefined
    : lazy(() => import("./pages/design.tsx").then(({ DesignPage }) => ({ default: DesignPage })));

/** Every address of the web app (SPEC 2), and who may see it. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/login" element={<Navigate to="/auth" replace />} />
      <Route
        path="/answer"
        element={
          <Suspense>
            <AnswerPage />
          </Suspense>
        }
      />
      {DesignPage && <Route path="/design" element={<DesignPage />} />}
      <Route path="*" element={<MembersOnly shell={<MemberRoutes />} />} />
    </Routes>
  );
}
