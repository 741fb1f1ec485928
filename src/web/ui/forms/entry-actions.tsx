import { Pencil, Trash2 } from "lucide-react";

export const TOOL_CLASS =
  "inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-md px-2 text-sm text-ink-soft hover:bg-sunk hover:text-ink";

/** `name` names the entry for screen readers. */
type Props = { name: string; onEdit: (() => void) | null; onRemove: () => void };

export function EntryActions({ name, onEdit, onRemove }: Props) {
  return (
    <>
      {onEdit && (
        <button type="button" className={TOOL_CLASS} aria-label={`Edit ${name}`} onClick={onEdit}>
          <Pencil className="size-4.5" />
        </button>
      )}
      <button type="button" className={TOOL_CLASS} aria-label={`Delete ${name}`} onClick={onRemove}>
        <Trash2 className="size-4.5" />
      </button>
    </>
  );
}

export function EditTools({ name, ...acts }: Props) {
  return (
    <div className="-my-1.5 flex shrink-0 justify-end max-sm:-my-2.5 max-sm:basis-full print:hidden">
      <EntryActions name={`'${name}'`} {...acts} />
    </div>
  );
}
