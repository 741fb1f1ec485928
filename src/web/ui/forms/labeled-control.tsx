import { type ReactNode, useId } from "react";

import { lengthError } from "#web/lib/format/validate.ts";

export type Labels = {
  label: string;
  /** True when the page already shows the label. */
  isLabelHidden?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  onText?: ((text: string) => void) | undefined;
  className?: string | undefined;
};

export const INPUT_CLASS =
  "block min-h-touch w-full rounded-md border border-line-strong bg-sheet px-3.5 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:border-2 disabled:opacity-60";

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type ControlProps = {
  id: string;
  ref: (element: FormControl | null) => void;
  onChange: (event: { target: FormControl }) => void;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};
type Props = Labels & {
  limit?: { text: unknown; max: number | undefined };
  children: (controlProps: ControlProps) => ReactNode;
};

export function LabeledControl({ label, isLabelHidden, hint, error, onText, limit, className = "", children }: Props) {
  const id = useId();
  const excess = lengthError(limit?.text, limit?.max);
  const note = excess || hint;
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </label>
      {children({
        id,
        ref: (box) => box?.setCustomValidity(excess),
        onChange: ({ target }) => onText?.(target.value),
        "aria-invalid": error || excess ? true : undefined,
        "aria-describedby": error || note ? `${id}-${error ? "error" : "hint"}` : undefined,
      })}
      {note && !error && (
        <p id={`${id}-hint`} className={`mt-1.5 text-sm ${excess ? "font-medium text-danger" : "text-ink-soft"}`}>
          {note}
        </p>
      )}
      <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm font-medium text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
