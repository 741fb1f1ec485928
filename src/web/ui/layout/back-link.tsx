import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";

import { buttonClass } from "#web/ui/forms/button.tsx";
import { Link } from "#web/ui/layout/link.tsx";

/** Above a page's heading, to the page it belongs to. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={buttonClass("plain", "mb-3")}>
      <ArrowLeft className="size-5" />
      {children}
    </Link>
  );
}
