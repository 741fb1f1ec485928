import type { ReactNode } from "react";

/** The page's title, and what to do here. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="text-3xl">{title}</h1>
      {children && <p className="mt-1.5 max-w-2xl text-balance text-ink-soft">{children}</p>}
    </div>
  );
}
