import type { InputHTMLAttributes } from "react";

import { INPUT_CLASS, LabelledBox, type Labels } from "./labelled-box.tsx";

type Props = Labels &
  InputHTMLAttributes<HTMLInputElement> & {
    /** The most characters; more can be typed, but not sent. */
    limit?: number;
    inputClass?: string;
  };

export function Field({
  label,
  isLabelHidden = false,
  hint,
  error,
  limit,
  className = "",
  inputClass = "",
  ...rest
}: Props) {
  const counted = { text: rest.value, max: limit };
  return (
    <LabelledBox {...{ label, isLabelHidden, hint, error, className }} limit={counted}>
      {(wiring) => <input className={`${INPUT_CLASS} ${inputClass}`} {...wiring} {...rest} />}
    </LabelledBox>
  );
}
