import type { ReactNode } from "react";

/** Less needed content of a card, behind one line. `Disclosure` is a card of its own. */
export function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="border-t border-line pt-1 print:hidden">
      <summary className="min-h-touch cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="py-3">{children}</div>
    </details>
  );
}
