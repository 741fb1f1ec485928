import type { TextareaHTMLAttributes } from "react";

import { INPUT_CLASS, LabeledControl, type Labels } from "./labeled-control.tsx";

type Props = Labels &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange"> & {
    /** Characters at most. More can be typed, but not submitted. */
    limit?: number;
  };

export function TextArea({ label, isLabelHidden, hint, error, onText, limit, className = "", ...rest }: Props) {
  const counter = { text: rest.value, max: limit };
  return (
    <LabeledControl
      {...{ label, isLabelHidden, hint, error, onText }}
      limit={counter}
      className={`flex min-w-0 flex-col ${className}`}
    >
      {(controlProps) => (
        <textarea
          rows={5}
          className={`${INPUT_CLASS} field-sizing-content grow ${rest.rows === 1 ? "" : "min-h-32!"}`}
          {...controlProps}
          ref={(box) => {
            controlProps.ref(box);
            // For browsers without `field-sizing` (Chrome 123, Safari 26.2), on each render.
            if (box && !CSS.supports("field-sizing", "content")) resize(box);
          }}
          {...rest}
        />
      )}
    </LabeledControl>
  );
}

function resize(area: HTMLTextAreaElement): void {
  area.style.height = "";
  if (area.scrollHeight <= area.clientHeight) return;
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}
