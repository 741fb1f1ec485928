import { useId } from "react";

import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { TextArea } from "./text-area.tsx";
import { useForm } from "./use-form.ts";

type Props = {
  label: string;
  isOneLine?: boolean;
  button: string;
  initialText?: string;
  max: number;
  isBusy: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
};

/** Opens in place, to write or edit one text. */
export function TextForm({ label, isOneLine = false, button, initialText = "", max, isBusy, onSend, onCancel }: Props) {
  const form = useForm({
    base: { text: initialText },
    // Several may be open.
    unsaved: [useId(), label.toLowerCase()],
    isFrozen: isBusy,
    onSubmit: ({ text }) => {
      if (text.trim() !== "" && !isBusy) onSend(text.trim());
    },
  });
  const box = {
    label,
    autoFocus: true,
    dir: "auto",
    required: true,
    limit: max,
    ...form.field("text"),
    onKeyDown: ({ key }: { key: string }) => key === "Escape" && !form.isDirty && onCancel(),
  };
  return (
    <form {...form.formProps} className="mt-2">
      {isOneLine ? (
        <Field {...box} isLabelHidden enterKeyHint="done" autoComplete="off" />
      ) : (
        <TextArea {...box} rows={2} />
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? "Saving..." : button}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
