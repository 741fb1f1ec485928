import type { ReactNode } from "react";

import { SeasonPanel } from "./season-panel.tsx";

type Props = {
  name: ReactNode;
  notice?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

export function AuthFrame({ name, notice, foot, children }: Props) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[1fr_minmax(32rem,1fr)] lg:grid-rows-1">
      <SeasonPanel />
      <main className="mx-auto w-full max-w-md px-4 pt-2 pb-8 lg:my-auto lg:py-5">
        <div className="mb-5 text-center">
          <h1 className="text-3xl lg:text-[1.75rem]">{name}</h1>
          <p className="mt-2 font-title text-lg text-ink-soft">Great Synopses and Sips of Wine</p>
        </div>
        {notice}
        <div className="rounded-lg border border-line bg-sheet p-6 pb-4 shadow-page sm:px-8 sm:pt-7">{children}</div>
        {/* Until the app has fetched the club, the server renders the year. */}
        {foot && (
          <p suppressHydrationWarning className="mt-5 text-center text-sm text-ink-soft">
            {foot}
          </p>
        )}
      </main>
    </div>
  );
}
