type Props = {
  label: string;
  /** A fraction from 0 to 1; undefined before the first report. */
  value: number | undefined;
  text?: string;
};

// Tailwind's border of 0 ends the browser's own drawing, and with it the accent color.
const BAR_CLASS =
  "[&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-season [&::-moz-progress-bar]:bg-season [&:indeterminate::-moz-progress-bar]:bg-transparent";

/** `text` replaces the percentage, e.g. '12 of 80 MB'. */
export function ProgressBar({ label, value, text }: Props) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div>
      <p className="mb-1.5 flex justify-between gap-4 text-sm">
        <span className="font-semibold">{label}</span>
        <span className="shrink-0 text-ink-soft tabular-nums">
          {text ?? (percent === undefined ? "" : `${percent}%`)}
        </span>
      </p>
      <progress
        aria-label={label}
        {...(percent === undefined ? {} : { value: percent })}
        max={100}
        className={`block h-2.5 w-full overflow-hidden rounded-full bg-line motion-safe:indeterminate:animate-pulse ${BAR_CLASS}`}
      />
    </div>
  );
}
