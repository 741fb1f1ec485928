import type { ReactNode } from "react";

/** Stacked at full width on phones. */
export function ButtonRow({ className = "", children }: { className?: string; children: ReactNode }) {
  return <div className={`flex flex-col gap-2 sm:flex-row sm:flex-wrap ${className}`}>{children}</div>;
}
