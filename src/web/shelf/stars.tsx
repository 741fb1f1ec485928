import { Star } from "lucide-react";
import { useId } from "react";

const STAR_VALUES = [1, 2, 3, 4, 5];

/** Five stars of 24 units in one path, which renders a thousand ratings faster than ten icons each. */
const STAR_ROW_PATH = STAR_VALUES.map((star) => starAt(star * 24 - 12)).join("");

function starAt(center: number): string {
  const points = Array.from({ length: 10 }, (_, corner) => {
    const radius = corner % 2 === 0 ? 9.5 : 4.5;
    const angle = (corner / 5 - 0.5) * Math.PI;
    return `${(center + radius * Math.cos(angle)).toFixed(1)},${(12.6 + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/** `value` is 0 to 5, in halves. */
export function Stars({ value, className = "h-4" }: { value: number; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={`${Math.round(value * 10) / 10} out of 5 stars`}
      viewBox="0 0 120 24"
      strokeWidth="2"
      strokeLinejoin="round"
      className={`inline-block fill-none stroke-gold align-middle ${className}`}
    >
      <path d={STAR_ROW_PATH} />
      <svg width={Math.max(0, Math.min(5, value)) * 24} height="24">
        <path d={STAR_ROW_PATH} className="fill-gold" />
      </svg>
    </svg>
  );
}

type Props = { value: number | null; onChange: (value: number | null) => void };

export function StarInput({ value, onChange }: Props) {
  const groupName = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Your stars</legend>
      <div className="flex flex-wrap items-center">
        {STAR_VALUES.map((star) => (
          <label
            key={star}
            className="inline-flex size-touch cursor-pointer items-center justify-center rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-season"
          >
            <input
              type="radio"
              name={groupName}
              className="sr-only"
              checked={value === star}
              onChange={() => onChange(star)}
              aria-label={star === 1 ? "1 star" : `${star} stars`}
            />
            <Star className={`size-7 stroke-gold ${value !== null && star <= value ? "fill-gold" : ""}`} />
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
