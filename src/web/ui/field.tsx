import { type InputHTMLAttributes, type ReactNode, useId } from "react";

/** The look of every box one types into. */
export const INPUT_CLASS =
  "block min-h-touch w-full rounded-md border border-line-strong bg-sheet px-3.5 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:border-2 disabled:opacity-60";

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A labelled one-line box with its hint and its error sentence, wired for screen readers. */
export function Field({ label, hint, error, className = "", ...rest }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        className={INPUT_CLASS}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        {...rest}
      />
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
