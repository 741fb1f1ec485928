import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";

import { INPUT_CLASS, LabeledControl, type Labels } from "./labeled-control.tsx";

type Props = Labels &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "children"> & {
    options: readonly (readonly [value: string | number, text: string])[];
  };

/** The native list, which works best on phones. */
export function Select({ label, isLabelHidden, hint, error, onText, className, options, ...rest }: Props) {
  return (
    <LabeledControl {...{ label, isLabelHidden, hint, error, onText, className }}>
      {(controlProps) => (
        <div className="relative">
          <select className={`${INPUT_CLASS} appearance-none truncate pr-9`} {...controlProps} {...rest}>
            {options.map(([value, text], index) => (
              <option key={index} value={value}>
                {text}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-1/2 right-2.5 size-5 -translate-y-1/2 text-ink-soft" />
        </div>
      )}
    </LabeledControl>
  );
}
