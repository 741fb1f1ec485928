import { useState } from "react";

import { useDocumentTitle } from "#web/api/use-document-title.ts";
import { ControlSamples } from "#web/design/control-samples.tsx";
import { PictureSamples, TextSamples } from "#web/design/picture-samples.tsx";
import { StateSamples } from "#web/design/state-samples.tsx";
import { ColorSamples, TypeSamples } from "#web/design/token-samples.tsx";
import { WindowSamples } from "#web/design/window-samples.tsx";
import { BackLink, PageHeading } from "#web/ui/layout/page-heading.tsx";

const SEASONS = ["spring", "summer", "fall", "winter", "default"];
const THEMES = ["light", "dark"];

/** Every part of `ui/` in every state, season and theme. Development only. */
export function DesignPage() {
  const [only, setOnly] = useState("all");
  useDocumentTitle("Design");
  const seasons = only === "all" ? SEASONS : [only];
  return (
    <main className="p-6">
      <BackLink to="/">Home</BackLink>
      <PageHeading title="Design">Every part in every state, in each season, light and dark.</PageHeading>
      <label className="mt-4 mb-6 flex items-center gap-3">
        Season
        <select
          value={only}
          onChange={({ target }) => setOnly(target.value)}
          className="min-h-touch rounded-md border border-line-strong bg-sheet px-3"
        >
          {["all", ...SEASONS].map((season) => (
            <option key={season}>{season}</option>
          ))}
        </select>
      </label>
      <WindowSamples />
      <TextSamples />
      <div className="grid gap-6 xl:grid-cols-2">
        {seasons.flatMap((season) =>
          THEMES.map((theme) => (
            <section
              key={season + theme}
              aria-label={`${season}, ${theme}`}
              data-season={season}
              data-theme={theme}
              className="space-y-8 rounded-lg border border-line bg-paper p-6 text-ink"
            >
              <h2 className="text-2xl">
                {season}, {theme}
              </h2>
              <ColorSamples />
              <TypeSamples />
              <PictureSamples />
              <ControlSamples />
              <StateSamples />
            </section>
          )),
        )}
      </div>
    </main>
  );
}
