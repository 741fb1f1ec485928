import { type FormEvent, useId, useState } from "react";

import { useUnsaved } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";

type Props = {
  label: string;
  button: string;
  before?: string;
  max: number;
  isBusy: boolean;
  onSend: (text: string) => void;
  onCancel: () => void;
};

export function WordsForm({ label, button, before = "", max, isBusy, onSend, onCancel }: Props) {
  const [text, setText] = useState(before);
  // several may be open
  useUnsaved(useId(), label.toLowerCase(), text.trim() !== before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "" && !isBusy) onSend(text.trim());
  };
  return (
    <form onSubmit={submit} className="mt-2">
      <TextArea
        label={label}
        rows={2}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens because its button was pressed
        autoFocus
        dir="auto"
        limit={max}
        value={text}
        onText={setText}
        onKeyDown={({ key }) => key === "Escape" && text.trim() === before && onCancel()}
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
