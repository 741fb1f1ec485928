/** Fills its container; the label is read aloud. */
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
