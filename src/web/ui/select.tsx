import { ChevronDown } from "lucide-react";
import { type ReactNode, type SelectHTMLAttributes, useId } from "react";

import { INPUT_CLASS } from "./field.tsx";

type Props = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  /** Where something else on the page says it already. */
  isLabelHidden?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
};

/** A labelled box to choose from; the browser's own list, which phones show best. */
export function Select({ label, isLabelHidden = false, error, hint, className = "", children, ...rest }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          className={`${INPUT_CLASS} appearance-none truncate pr-11`}
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          {...rest}
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-ink-soft"
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
