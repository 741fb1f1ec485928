import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  /** For links to it. */
  id?: string;
  defaultOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
};

/** Less needed content of a card, behind one line. `Disclosure` is a card of its own. */
export function Fold({ title, id, defaultOpen = false, onToggle, className = "", children }: Props) {
  return (
    <details
      id={id}
      open={defaultOpen}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
      className={`border-t border-line pt-1 print:hidden ${className}`}
    >
      <summary className="min-h-touch cursor-pointer py-2.5 font-semibold">{title}</summary>
      <div className="py-3">{children}</div>
    </details>
  );
}
