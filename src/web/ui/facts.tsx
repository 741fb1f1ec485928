import { Children, type ReactNode } from "react";

/** Dots between facts, but not at line breaks. */
export function Facts({ children, className = "" }: { children: ReactNode; className?: string }) {
  return (
    <p className={`overflow-hidden ${className}`}>
      <span className="-ml-5 flex flex-wrap">
        {Children.toArray(children).map((fact, index) => (
          <span
            key={index}
            className="relative min-w-0 pl-5 before:absolute before:left-[0.4rem] before:content-['•'_/_'']"
          >
            {index > 0 && <span className="sr-only">, </span>}
            {fact}
          </span>
        ))}
      </span>
    </p>
  );
}
