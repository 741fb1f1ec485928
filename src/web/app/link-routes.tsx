import { Route, Routes } from "react-router";

import { AnswerPage } from "./pages/answer.tsx";
import { DatesPage } from "./pages/dates.tsx";
import { EreaderPage } from "./pages/ereader.tsx";

/** Where the links in mails lead, also for people who are signed out. */
export function LinkRoutes() {
  return (
    <Routes>
      <Route path="/answer" element={<AnswerPage />} />
      <Route path="/dates" element={<DatesPage />} />
      <Route path="/ereader" element={<EreaderPage />} />
    </Routes>
  );
}
