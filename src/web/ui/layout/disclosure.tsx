import { ChevronDown, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";

// Closed contents stay on the page: searches in the page find their text, and forms keep typed text.

type Props = {
  title: string;
  defaultOpen?: boolean;
  icon?: LucideIcon;
  children: ReactNode;
};

export function Disclosure({ title, defaultOpen = false, icon: Icon, children }: Props) {
  return (
    <details open={defaultOpen} className="group/fold min-w-0 rounded-lg border border-line bg-sheet shadow-page">
      <summary className="flex min-h-touch list-none items-center gap-3 rounded-lg p-3 hover:bg-sunk sm:px-7 sm:py-4 [&::-webkit-details-marker]:hidden">
        {Icon && <Icon className="size-5 text-season" />}
        <h2 className="min-w-0 flex-1 text-[1.0625rem] wrap-anywhere sm:text-xl">{title}</h2>
        <Chevron />
      </summary>
      <div className="border-t border-line p-3 sm:px-7 sm:py-5">{children}</div>
    </details>
  );
}

type FoldProps = { title: ReactNode; onToggle?: (isOpen: boolean) => void; children: ReactNode };

/** Within a card. */
export function Fold({ title, onToggle, children }: FoldProps) {
  return (
    <details
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
      className="border-t border-line pt-1 print:hidden"
    >
      <summary className="flex min-h-touch list-none items-center justify-between gap-3 py-2.5 font-semibold [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">{title}</span>
        <Chevron />
      </summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  );
}

type SectionProps = {
  title: ReactNode;
  /** For links to it. */
  id?: string;
  summary?: string;
  isOpen: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

export const SECTION_CLASS = "group/fold -mx-4 mb-2 px-4";
export const SECTION_HEADING_CLASS =
  "grid min-h-touch grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line py-2";

/** A section of a page below its heading. Without `onToggle`, `isOpen` is only the initial state. */
export function FoldableSection({ title, id, summary, isOpen, onToggle, children }: SectionProps) {
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)} className={SECTION_CLASS}>
      <summary id={id} className={`${SECTION_HEADING_CLASS} list-none [&::-webkit-details-marker]:hidden`}>
        <h2 className="text-2xl">{title}</h2>
        <Chevron />
        {summary !== undefined && (
          <span className="col-start-1 text-sm text-ink-soft group-open/fold:hidden">{summary}</span>
        )}
      </summary>
      {children}
    </details>
  );
}

const Chevron = () => (
  <ChevronDown className="size-5 shrink-0 transition-transform duration-calm [[open]>summary>&]:rotate-180" />
);

/** Long pages then begin open. */
export function useIsWide(): boolean {
  const [isWide] = useState(() => matchMedia("(min-width: 40rem)").matches);
  return isWide;
}
