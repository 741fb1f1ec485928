import type { ReactNode } from "react";

/** How much of its line's colour washes the body of a sign. */
export const WASH = { fill: "currentColor", fillOpacity: 0.24 } as const;

/** The frame of the club's own signs: a grid of 24, one line with round ends, and nothing for those who do not see it. */
export function Sign({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {children}
    </svg>
  );
}
