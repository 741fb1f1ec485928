import type { TextareaHTMLAttributes } from "react";

import { INPUT_CLASS, LabelledBox, type Labels } from "./labelled-box.tsx";
import { useAutosizeTextArea } from "./use-autosize.ts";

type Props = Labels &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange"> & {
    /** The most characters; more can be typed, but not sent. */
    limit?: number;
  };

/** Grows with its text. */
export function TextArea({ label, hint, error, onText, limit, className = "", ...rest }: Props) {
  const area = useAutosizeTextArea();
  const counted = { text: rest.value, max: limit };
  return (
    <LabelledBox {...{ label, hint, error, onText }} limit={counted} className={`flex min-w-0 flex-col ${className}`}>
      {(wiring) => (
        <textarea
          rows={5}
          className={`${INPUT_CLASS} field-sizing-content grow ${rest.rows === 1 ? "" : "min-h-32!"}`}
          {...wiring}
          ref={(box) => {
            wiring.ref(box);
            area.current = box;
          }}
          {...rest}
        />
      )}
    </LabelledBox>
  );
}
