import type { ReactNode } from "react";

/** A fact with its icon. */
export function Chip({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full min-h-9 items-center gap-2 rounded-[1.125rem] border border-line bg-sheet px-3.5 py-1.5 max-sm:px-2.5 text-sm leading-snug font-medium [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-season">
      {icon}
      <span className="min-w-0 text-balance wrap-anywhere">{children}</span>
    </span>
  );
}
