import { Route, Routes } from "react-router";

import { MAIL_LINKS } from "#contract/first-paint.ts";

import { AnswerPage } from "./pages/answer.tsx";
import { DatesPage } from "./pages/dates.tsx";
import { EreaderPage } from "./pages/ereader.tsx";

export function LinkRoutes() {
  return (
    <Routes>
      <Route path={MAIL_LINKS.answer} element={<AnswerPage />} />
      <Route path={MAIL_LINKS.dates} element={<DatesPage />} />
      <Route path={MAIL_LINKS.ereader} element={<EreaderPage />} />
    </Routes>
  );
}
