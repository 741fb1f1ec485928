/** The club's mark: an open book under a glass, drawn with the page's colours. */
export function BrandMark({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <circle cx="24" cy="24" r="23" className="fill-wine-solid" />
      <path d="M17.5 8h13c.8 6-.9 12-6.5 12s-7.300-6-6.500-12z" className="fill-on-solid" />
      <path
        d="M18.100 13.500h11.800c-.7 3.700-2.600 5.300-5.900 5.300s-5.200-1.600-5.900-5.300z"
        className="fill-wine-solid"
      />
      <path d="M23.100 19.500h1.800v7h-1.800z" className="fill-on-solid" />
      <path
        d="M9 27.500c5-1.800 10.500-1.500 15 1.300 4.500-2.800 10-3.100 15-1.300v11.300c-5-1.600-10.500-1.300-15 1.500-4.500-2.800-10-3.100-15-1.500z"
        className="fill-on-solid"
      />
      <path
        d="M24 29v10.500M12.500 30.700c3-.6 5.800-.4 8.300.6M12.500 34.500c3-.6 5.800-.4 8.300.6M35.500 30.700c-3-.6-5.800-.4-8.300.6M35.500 34.500c-3-.6-5.800-.4-8.300.6"
        className="fill-none stroke-wine-solid"
        strokeWidth="1.300"
        strokeLinecap="round"
      />
    </svg>
  );
}
