import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

type Props = ComponentProps<"button"> & { label: string; icon: LucideIcon };

export function IconButton({ label, icon: Icon, className = "", ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink hover:bg-sunk disabled:opacity-40 aria-pressed:text-season [&>svg]:size-5 ${className}`}
      {...rest}
    >
      <Icon />
    </button>
  );
}
