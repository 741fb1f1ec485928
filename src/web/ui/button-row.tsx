import type { ReactNode } from "react";

/** Buttons side by side; on phones one below the other, all as wide as their column. */
export function ButtonRow({ className = "", children }: { className?: string; children: ReactNode }) {
  return <div className={`flex flex-col gap-2 sm:flex-row sm:flex-wrap ${className}`}>{children}</div>;
}
