/** The club's mark, the same as in the browser's tab and on home screens: the mouse over its book. */
export function BrandMark({ className = "" }: { className?: string }) {
  return <img src="/images/favicon.svg" alt="" width={80} height={80} className={className} />;
}
