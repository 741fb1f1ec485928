import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = {
  title?: ReactNode;
  /** For links to it. */
  id?: string;
  icon?: LucideIcon;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
};

export function Card({ title, id, icon: Icon, actions, className = "", children }: Props) {
  const classes = `min-w-0 rounded-lg border border-line bg-sheet p-3 shadow-page sm:p-7 print:p-4 print:shadow-none ${className}`;
  if (!title) return <div className={classes}>{children}</div>;
  return (
    <section id={id} tabIndex={id === undefined ? undefined : -1} className={classes}>
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-2 gap-y-2 sm:gap-x-4 border-line has-[button]:mb-3 sm:mb-5! sm:border-b sm:pb-3">
        <h2 className="flex min-w-0 items-center gap-2.5 text-[1.0625rem] wrap-anywhere sm:text-xl max-sm:[&>svg]:hidden [&>svg]:shrink-0">
          {Icon && <Icon className="size-5 text-season" />}
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
