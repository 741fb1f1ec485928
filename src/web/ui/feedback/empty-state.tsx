import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

import { MouseImage, type MousePose } from "#web/ui/images/mouse-image.tsx";

type Props = { icon?: LucideIcon; mouse?: MousePose; children: ReactNode; action?: ReactNode };

export function EmptyState({ icon: Icon, mouse, children, action }: Props) {
  return (
    <div className="flex flex-col items-center justify-center gap-3 rounded-md border border-dashed border-line-strong/60 bg-paper/60 px-5 py-8 text-center text-ink-soft [&>svg]:size-8 [&>svg]:text-season">
      {Icon && <Icon />}
      {mouse && <MouseImage pose={mouse} />}
      <p className="max-w-measure text-balance">{children}</p>
      {action}
    </div>
  );
}
