import { lazy, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router";

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

const EreaderPage = lazy(() =>
  Promise.all([import("./pages/ereader.tsx"), loadMemberStyles()]).then(([{ EreaderPage }]) => ({
    default: EreaderPage,
  })),
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
      <Route path="/login" element={<ToSignIn />} />
      <Route
        path="/answer"
        element={
          <Suspense>
            <AnswerPage />
          </Suspense>
        }
      />
      <Route
        path="/ereader"
        element={
          <Suspense>
            <EreaderPage />
          </Suspense>
        }
      />
      {DesignPage && <Route path="/design" element={<DesignPage />} />}
      <Route path="*" element={<MembersOnly shell={<MemberRoutes />} />} />
    </Routes>
  );
}

function ToSignIn() {
  return <Navigate to="/auth" replace state={useLocation().state} />;
}
