import { Circle, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

import { Link } from "./link.tsx";

export type Step = { to: string; text: string; isDone: boolean };

type Props = {
  steps: readonly (Step & { icon?: ReactNode })[];
  onClick?: () => void;
  className?: string;
};

/** Steps, done or not, with a link to where each is done. */
export function StepList({ steps, onClick, className = "" }: Props) {
  return (
    <ul className={`-my-1 ${className}`}>
      {steps.map(({ to, text, isDone, icon }) => (
        <li key={text} className="break-inside-avoid">
          <Link to={to} onClick={onClick} className="group flex min-h-touch items-center gap-3 py-1">
            {isDone ? (
              <CircleCheck className="size-5 shrink-0 text-success" />
            ) : (
              (icon ?? <Circle className="size-5 shrink-0 text-ink-soft" />)
            )}
            <span className={`min-w-0 underline-offset-4 group-hover:underline ${isDone ? "" : "font-semibold"}`}>
              {text}
              {isDone && <span className="sr-only"> (done)</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
