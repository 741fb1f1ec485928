import { Undo2 } from "lucide-react";
import { useId } from "react";

import { Button } from "#web/ui/forms/button.tsx";

type Props = { message?: string; onUndo: () => void };

/** Actions other than a deletion have their own `message`. */
export function UndoDeleteNotice({ message = "Deleted", onUndo }: Props) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-ink-soft">
      <output id={id}>{message}</output>
      <Button
        ref={focusInNextFrame}
        // announced with the focus, because not all screen readers announce a new element
        aria-describedby={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus has just gone
        autoFocus
        onClick={onUndo}
      >
        <Undo2 className="size-4.5" />
        Undo
      </Button>
    </div>
  );
}

/** A dialog that closes in the meantime returns the focus to its opener. */
function focusInNextFrame(button: HTMLButtonElement | null) {
  const frame = requestAnimationFrame(() => button?.focus());
  return () => cancelAnimationFrame(frame);
}

/** At an open form, which stays. @param entry such as 'note' */
export const DeletedAlert = ({ entry }: { entry: string }) => (
  <p role="alert" className="mt-2 text-sm font-medium text-danger">
    This {entry} was deleted. Copy your text if you need it.
  </p>
);

export const RemovedEntry = ({ className, onUndo }: { className?: string; onUndo: () => void }) => (
  <li className={className}>
    <UndoDeleteNotice onUndo={onUndo} />
  </li>
);
