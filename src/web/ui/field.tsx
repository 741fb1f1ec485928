import type { InputHTMLAttributes } from "react";

import { INPUT_CLASS, LabelledBox, type Labels } from "./labelled-box.tsx";

/** A labelled one-line box with its hint and its error sentence. */
export function Field({ label, hint, error, className = "", ...rest }: Labels & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <LabelledBox label={label} hint={hint} error={error} className={className}>
      {(wiring) => <input className={INPUT_CLASS} {...wiring} {...rest} />}
    </LabelledBox>
  );
}
