import { useId } from "react";

import { Button } from "#web/ui/forms/button.tsx";
import { TextArea } from "#web/ui/forms/text-area.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

type Props = {
  label: string;
  button: string;
  before?: string;
  max: number;
  isBusy: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
};

export function TextForm({ label, button, before = "", max, isBusy, onSend, onCancel }: Props) {
  const form = useForm({
    base: { text: before },
    // Several may be open.
    unsaved: [useId(), label.toLowerCase()],
    onSubmit: ({ text }) => {
      if (text.trim() !== "" && !isBusy) onSend(text.trim());
    },
  });
  return (
    <form {...form.formProps} className="mt-2">
      <TextArea
        label={label}
        rows={2}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
        autoFocus
        dir="auto"
        required
        limit={max}
        {...form.field("text")}
        onKeyDown={({ key }) => key === "Escape" && !form.isDirty && onCancel()}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="submit" disabled={isBusy}>
          {isBusy ? "Saving..." : button}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
