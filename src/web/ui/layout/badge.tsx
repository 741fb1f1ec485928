import type { ReactNode } from "react";

export function Badge({ isSolid = false, children }: { isSolid?: boolean; children: ReactNode }) {
  const classes = isSolid ? "bg-season-solid text-on-solid" : "border border-season/40 bg-season-tint text-season";
  return (
    <span
      className={`inline-flex max-w-full shrink-0 items-center gap-1.5 rounded-full px-3 py-0.5 text-sm font-semibold ${classes}`}
    >
      {children}
    </span>
  );
}

/** A dot for something new. Screen readers read `label` in parentheses. */
export function Dot({ label, className = "" }: { label: string; className?: string }) {
  return (
    <span className={className}>
      <span aria-hidden="true" className="block size-2.5 rounded-full bg-wine-solid ring-2 ring-sheet" />
      <span className="sr-only">({label})</span>
    </span>
  );
}
