import { Pencil, Trash2 } from "lucide-react";

const ICON = { className: "size-4.5" } as const;
const TOOL_CLASS =
  "inline-flex size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink";

type Props = { what: string; onEdit: (() => void) | null; onRemove: () => void };

/** `what` names the entry for screen readers. */
export function EditTools({ what, onEdit, onRemove }: Props) {
  return (
    <div className="-my-1.5 flex shrink-0 justify-end max-sm:-my-2.5 max-sm:basis-full print:hidden">
      {onEdit && (
        <button type="button" className={TOOL_CLASS} aria-label={`Edit '${what}'`} onClick={onEdit}>
          <Pencil {...ICON} />
        </button>
      )}
      <button type="button" className={TOOL_CLASS} aria-label={`Delete '${what}'`} onClick={onRemove}>
        <Trash2 {...ICON} />
      </button>
    </div>
  );
}
