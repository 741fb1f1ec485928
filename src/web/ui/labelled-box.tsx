import { type ReactNode, useId } from "react";

/** What surrounds a box: its label, and what stands below it. */
export type Labels = {
  label: string;
  /** Where something else on the page says it already. */
  isLabelHidden?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  className?: string;
};

/** The look of every box one types into. */
export const INPUT_CLASS =
  "block min-h-touch w-full rounded-md border border-line-strong bg-sheet px-3.5 py-2 text-ink placeholder:text-ink-soft aria-invalid:border-danger aria-invalid:border-2 disabled:opacity-60";

type Wiring = { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };
type Props = Labels & { children: (wiring: Wiring) => ReactNode };

/** Label, box, hint and error sentence, wired for screen readers; the box takes the `wiring`. */
export function LabelledBox({ label, isLabelHidden = false, hint, error, className = "", children }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
        {label}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": described || undefined })}
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
