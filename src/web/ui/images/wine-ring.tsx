export function WineRing({ className }: { className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 200 200"
      preserveAspectRatio="none"
      fill="none"
      className={`pointer-events-none text-wine ${className}`}
    >
      <filter id="spilt" x="-10%" y="-10%" width="120%" height="120%">
        <feTurbulence type="fractalNoise" baseFrequency="0.035" numOctaves="3" seed="7" result="noise" />
        <feDisplacementMap in="SourceGraphic" in2="noise" scale="7" xChannelSelector="R" yChannelSelector="G" />
      </filter>
      <g filter="url(#spilt)" stroke="currentColor" strokeLinecap="round">
        <circle cx="100" cy="100" r="76" strokeWidth="2" opacity="0.5" />
        <circle cx="101" cy="99" r="79" strokeWidth="5" opacity="0.55" strokeDasharray="210 34 60 190" />
        <circle cx="99" cy="101" r="73" strokeWidth="3" opacity="0.4" strokeDasharray="120 80 150 110" />
        <circle
          cx="100"
          cy="100"
          r="77"
          strokeWidth="8"
          opacity="0.3"
          strokeDasharray="70 420"
          strokeDashoffset="-130"
        />
        <g fill="currentColor" stroke="none">
          <circle cx="30" cy="178" r="4" opacity="0.55" />
          <circle cx="18" cy="164" r="2" opacity="0.5" />
          <circle cx="176" cy="24" r="2.5" opacity="0.5" />
        </g>
      </g>
    </svg>
  );
}
