/** A dot for something new; `label` tells screen readers what, in parentheses. */
export function Dot({ label, className = "" }: { label: string; className?: string }) {
  return (
    <span className={className}>
      <span aria-hidden="true" className="block size-2.5 rounded-full bg-wine-solid ring-2 ring-sheet" />
      <span className="sr-only">({label})</span>
    </span>
  );
}
