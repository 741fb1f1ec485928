import type { ReactNode } from "react";

import { SvgIcon } from "#web/ui/images/svg-icon.tsx";

type Props = {
  tone?: "info" | "error";
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  image?: ReactNode;
  className?: string;
};

/** A permanent message: what happened, and the next step. */
export function Notice({ tone = "info", title, children, action, image, className = "" }: Props) {
  const classes =
    tone === "error" ? "border-danger/50 bg-danger-tint text-danger" : "border-line bg-season-tint text-ink";
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={`@container flex gap-3 rounded-md border p-4 ${classes} ${className}`}
    >
      {/* drawn here: the icon library would add 1 KB to the sign-in page */}
      <SvgIcon className="mt-1 size-5 shrink-0">
        <circle cx="12" cy="12" r="9.5" />
        <path d={tone === "error" ? "M12 7v5.5M12 16.5v.01" : "M12 11.5V17M12 7.5v.01"} />
      </SvgIcon>
      <div className="min-w-0 flex-1 space-y-2">
        {title && <p className="font-semibold text-balance">{title}</p>}
        {children && <div className="space-y-2 text-pretty text-ink">{children}</div>}
        {action}
      </div>
      {image}
    </div>
  );
}
