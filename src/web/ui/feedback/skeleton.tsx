const SHAPES = { line: "rounded-sm", control: "rounded-md", pill: "rounded-full", image: "rounded-xl" };

/** Pulses when the wait becomes noticeable. */
export function Skeleton({ className = "", shape = "line" }: { className?: string; shape?: keyof typeof SHAPES }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse bg-line/70 [animation-delay:1s] motion-reduce:animate-none ${SHAPES[shape]} ${className}`}
    />
  );
}

const WIDTHS = ["w-full", "w-11/12", "w-full", "w-10/12", "w-7/12"];

export function SkeletonLines({ lines = 3, className = "" }: { lines?: number; className?: string }) {
  return (
    <span className={`block space-y-3 ${className}`}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={`h-4 ${WIDTHS[line % WIDTHS.length] ?? ""}`} />
      ))}
    </span>
  );
}

export function Spinner({ label = "Loading...", className = "" }: { label?: string; className?: string }) {
  return (
    <output className={`flex items-center justify-center gap-3 p-10 text-ink-soft ${className}`}>
      <span
        aria-hidden="true"
        className="size-8 animate-spin rounded-full border-3 border-line border-t-season motion-reduce:animate-none"
      />
      <span>{label}</span>
    </output>
  );
}
