import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

const BASE_CLASS =
  "inline-flex min-h-touch items-center justify-center gap-2 rounded-md py-2 text-center font-semibold transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60";

/** `primary` for a card's main action; `season` in player and reader (SPEC 2). High contrast shows only the borders. */
const STYLES = {
  primary: "px-5 border border-transparent bg-wine-solid text-on-solid shadow-page hover:bg-wine-deep",
  season: "px-5 border border-transparent bg-season-solid text-on-solid shadow-page hover:bg-season-deep",
  quiet: "px-5 border border-line-strong bg-sheet text-ink hover:bg-sunk",
  plain: "-mx-1 px-1 text-wine underline decoration-1 underline-offset-4 hover:decoration-2",
  caution: "px-5 border border-danger/50 bg-sheet text-danger hover:bg-danger-tint",
  danger: "px-5 border border-transparent bg-danger-solid text-on-solid hover:brightness-90",
} as const;

export type ButtonStyle = keyof typeof STYLES;

export const buttonClass = (variant: ButtonStyle, extra = "") => `${BASE_CLASS} ${STYLES[variant]} ${extra}`;

export type Look = { variant?: ButtonStyle; icon?: LucideIcon | undefined };

type Props = ComponentProps<"button"> &
  Look & {
    /** While the browser asks the member. It ignores presses, and unlike a disabled button doesn't lose the focus. */
    isWaiting?: boolean;
  };

/** Without a variant, the button that submits a form is primary, and the others are quiet. */
export function Button({ type = "button", icon: Icon, className = "", children, ...props }: Props) {
  const { variant = type === "submit" ? "primary" : "quiet", isWaiting = false, onClick, ...rest } = props;
  return (
    <button
      type={type}
      className={buttonClass(variant, className)}
      aria-disabled={isWaiting || undefined}
      onClick={isWaiting ? undefined : onClick}
      {...rest}
    >
      {Icon && <Icon className="size-5 shrink-0" />}
      {children}
    </button>
  );
}

/** Stacked at full width on phones. */
export function ButtonRow({ className = "", children }: { className?: string; children: ReactNode }) {
  return <div className={`flex flex-col gap-2 sm:flex-row sm:flex-wrap ${className}`}>{children}</div>;
}
