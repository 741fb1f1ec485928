import type { ComponentProps } from "react";

import { buttonClass, type Look } from "#web/ui/forms/button.tsx";

import { Link } from "./link.tsx";

type Props = ComponentProps<typeof Link> & Look;

/** A link that looks like a button. */
export function ButtonLink({ variant = "quiet", icon: Icon, className, children, ...rest }: Props) {
  return (
    <Link {...rest} className={buttonClass(variant, className)}>
      {Icon && <Icon className="size-5 shrink-0" />}
      {children}
    </Link>
  );
}
