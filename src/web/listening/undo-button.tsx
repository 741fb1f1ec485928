import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";

/** `onClick` gets the button, which disappears. */
export function UndoButton({ onClick, children }: { onClick: (button: Element) => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => onClick(currentTarget)}
      className="inline-flex min-h-touch items-center gap-2 rounded-full bg-season-tint px-4 text-sm font-semibold text-season hover:underline"
    >
      <Undo2 className="size-4" />
      {children}
    </button>
  );
}
