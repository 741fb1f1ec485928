import type { InputHTMLAttributes } from "react";

import { INPUT_CLASS, LabelledBox, type Labels } from "./labelled-box.tsx";

type Props = Labels &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & {
    /** Characters at most. More can be typed, but not submitted. */
    limit?: number;
    inputClass?: string;
  };

export function Field({
  label,
  isLabelHidden,
  hint,
  error,
  onText,
  limit,
  className,
  inputClass = "",
  ...rest
}: Props) {
  const labels = { label, isLabelHidden, hint, error, onText, className };
  return (
    <LabelledBox {...labels} limit={{ text: rest.value, max: limit }}>
      {(wiring) => <input className={`${INPUT_CLASS} ${inputClass}`} {...wiring} {...rest} />}
    </LabelledBox>
  );
}
