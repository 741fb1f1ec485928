import { Children, type ReactNode } from "react";

/** Facts separated by dots, except at line breaks. */
export function DotSeparatedList({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <p className={`overflow-hidden ${className}`}>
      <span className="-ml-[1.4em] flex flex-wrap">
        {Children.toArray(children).map((fact, index) => (
          <span
            key={index}
            className="relative min-w-0 pl-[1.4em] before:absolute before:left-[0.45em] before:content-['•'_/_'']"
          >
            {index > 0 && <span className="sr-only">, </span>}
            {fact}
          </span>
        ))}
      </span>
    </p>
  );
}
