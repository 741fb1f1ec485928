import { ChevronDown, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  title: string;
  defaultOpen?: boolean;
  icon?: LucideIcon;
  children: ReactNode;
};

export function Disclosure({ title, defaultOpen = false, icon: Icon, children }: Props) {
  return (
    <details open={defaultOpen} className="group rounded-lg border border-line bg-sheet shadow-page">
      <summary className="flex min-h-touch list-none items-center gap-3 rounded-lg px-5 py-4 font-title text-lg font-semibold hover:bg-sunk sm:px-7 [&::-webkit-details-marker]:hidden">
        {Icon && <Icon className="size-5 text-season" />}
        <span className="flex-1">{title}</span>
        <ChevronDown className="size-5 transition-transform duration-calm group-open:rotate-180" />
      </summary>
      <div className="border-t border-line px-5 py-5 sm:px-7">{children}</div>
    </details>
  );
}

/** Less needed content of a card, behind one line. `Disclosure` is a card of its own. */
export function Fold({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="border-t border-line pt-1 print:hidden">
      <summary className="min-h-touch cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="py-3">{children}</div>
    </details>
  );
}
