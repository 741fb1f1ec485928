import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "react-router";

type Click = Pick<globalThis.MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">;

/** False if the browser opens the link in another tab or window. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: Click): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Of a link within a text. */
const TEXT_CLASS = "text-wine underline underline-offset-4";

type Props = ComponentProps<"a"> & { to: string; replace?: boolean };

/** Replaces React Router's link, which includes forms and prefetching: 15 KB before a visitor's first page. */
export function Link({ to, replace = false, className = TEXT_CLASS, onClick, children, ...rest }: Props) {
  const navigate = useNavigate();
  const onPress = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    void navigate(to, { replace: replace || event.currentTarget.href === location.href });
  };
  return (
    <a {...rest} href={to} className={className} onClick={onPress}>
      {children}
    </a>
  );
}
