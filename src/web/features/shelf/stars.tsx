import { Star } from "lucide-react";
import { useId } from "react";

const FIVE = [1, 2, 3, 4, 5];

export function Stars({ value, className = "size-4" }: { value: number; className?: string }) {
  const shown = Math.round(value * 10) / 10;
  return (
    <span className="inline-flex align-middle">
      <span className="sr-only">{`${shown} out of 5 stars`}</span>
      {FIVE.map((star) => (
        <span key={star} className="relative">
          <Star aria-hidden="true" className={`stroke-gold ${className}`} />
          <span
            className="absolute inset-y-0 left-0 overflow-hidden"
            style={{ width: `${Math.max(0, Math.min(1, value - star + 1)) * 100}%` }}
          >
            <Star aria-hidden="true" className={`fill-gold stroke-gold ${className}`} />
          </span>
        </span>
      ))}
    </span>
  );
}

type Props = { value: number | null; onChange: (value: number | null) => void };

export function StarInput({ value, onChange }: Props) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Your stars</legend>
      <div className="flex flex-wrap items-center">
        {FIVE.map((star) => (
          <label
            key={star}
            className="inline-flex size-touch cursor-pointer items-center justify-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-season"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={star === 1 ? "1 star" : `${star} stars`}
            />
            <Star
              aria-hidden="true"
              className={`size-7 stroke-gold ${value !== null && star <= value ? "fill-gold" : ""}`}
            />
          </label>
        ))}
        {value !== null && (
          <button
            type="button"
            className="min-h-touch px-2 text-sm text-ink-soft underline underline-offset-4"
            onClick={() => onChange(null)}
          >
            Clear
          </button>
        )}
      </div>
    </fieldset>
  );
}
