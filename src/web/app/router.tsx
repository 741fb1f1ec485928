import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router";

import { loadMemberStyles } from "./member-styles.ts";
import { AuthPage } from "./pages/auth.tsx";
import { MembersOnly } from "./shell/members-only.tsx";

// Signed-out visitors load only the sign-in page. Members' code comes in one request.
const MemberRoutes = lazy(() =>
  Promise.all([import("./member-routes.tsx"), loadMemberStyles()]).then(([{ MemberRoutes }]) => ({
    default: MemberRoutes,
  })),
);

const AnswerPage = lazy(() =>
  Promise.all([import("./pages/answer.tsx"), loadMemberStyles()]).then(([{ AnswerPage }]) => ({ default: AnswerPage })),
);

// The bundler drops it from production builds.
const DesignPage =
  process.env.NODE_ENV === "production"
    ? undefined
    : lazy(() => import("./pages/design.tsx").then(({ DesignPage }) => ({ default: DesignPage })));

/** Every address (SPEC 2), and who may see it. */
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
