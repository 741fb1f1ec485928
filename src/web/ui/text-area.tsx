import type { TextareaHTMLAttributes } from "react";

import { INPUT_CLASS, LabelledBox, type Labels } from "./labelled-box.tsx";

type Props = Labels & TextareaHTMLAttributes<HTMLTextAreaElement>;

/** A labelled box for longer text; it grows with what is typed where the browser can. */
export function TextArea({ label, hint, error, className = "", ...rest }: Props) {
  return (
    <LabelledBox label={label} hint={hint} error={error} className={`flex min-w-0 flex-col ${className}`}>
      {(wiring) => (
        <textarea rows={5} className={`${INPUT_CLASS} field-sizing-content min-h-32! grow`} {...wiring} {...rest} />
      )}
    </LabelledBox>
  );
}
