import type { InputHTMLAttributes } from "react";

import { INPUT_CLASS, LabeledControl, type Labels } from "./labeled-control.tsx";

type Props = Labels &
  Omit<InputHTMLAttributes<HTMLInputElement>, "onChange"> & {
    /** Characters at most. More can be typed, but not submitted. */
    limit?: number;
  };

export function Field({ label, isLabelHidden, hint, error, onText, limit, className, ...rest }: Props) {
  const labelProps = { label, isLabelHidden, hint, error, onText, className };
  return (
    <LabeledControl {...labelProps} limit={{ text: rest.value, max: limit }}>
      {(controlProps) => <input className={INPUT_CLASS} {...controlProps} {...rest} />}
    </LabeledControl>
  );
}
