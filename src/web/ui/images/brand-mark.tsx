export function BrandMark({ className = "" }: { className?: string }) {
  return <img src="/images/favicon.svg" alt="" width={80} height={80} className={className} />;
}
