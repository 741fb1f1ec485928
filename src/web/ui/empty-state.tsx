import type { ReactNode } from "react";

/** Says that there is nothing yet, and what to do. */
export function EmptyState({ icon, children, action }: { icon?: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center justify-center gap-3 rounded-md border border-dashed border-line-strong/60 bg-paper/60 px-5 py-8 text-center text-ink-soft [&>svg]:size-8 [&>svg]:text-season">
      {icon}
      <p className="max-w-measure text-balance">{children}</p>
      {action}
    </div>
  );
}
