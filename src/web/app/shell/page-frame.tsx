import type { ReactNode } from "react";

import { BrandMark } from "#web/ui/images/mouse-image.tsx";
import { Link } from "#web/ui/layout/link.tsx";

// The part of a member's page before the member's data; the build prerenders it (decision 0026).

export const PAGE_CLASS =
  "mx-auto w-full min-h-[calc(100dvh-4rem)] print:min-h-0 print:p-0 max-w-page flex-1 px-4 py-2 sm:px-6 sm:py-8 low:py-3";

type Props = { name: ReactNode; tabs?: ReactNode; tools?: ReactNode };

/** As wide as the tools on a phone, so that the name's line breaks stay. */
const TOOLS_PLACEHOLDER = <span className="w-32" />;

export function HeaderFrame({ name, tabs, tools = TOOLS_PLACEHOLDER }: Props) {
  return (
    <header className="sm:@container border-b border-line bg-sheet max-sm:sticky max-sm:top-(--header-top) max-sm:z-30 print:hidden">
      <div aria-hidden="true" className="h-1.5 bg-season-solid" />
      <div className="mx-auto grid max-w-page grid-cols-[1fr_auto] items-center gap-x-4 px-4 max-[16rem]:grid-cols-1 sm:px-6 one-row:grid-cols-[auto_1fr_auto]">
        <Link to="/" className="flex min-h-touch min-w-0 items-center gap-2.5 py-2.5 sm:gap-3 low:py-1">
          <BrandMark className="size-10 shrink-0" />
          <span className="font-title text-base leading-tight font-semibold text-balance max-[24rem]:text-sm sm:text-lg low:sr-only">
            {name}
          </span>
        </Link>
        <div className="order-3 col-span-full border-line sm:-mx-6 sm:min-h-12 sm:border-t sm:px-4 one-row:order-none one-row:col-span-1 one-row:mx-0 one-row:border-0 lg:min-h-16">
          {tabs}
        </div>
        <div className="flex items-center gap-1.5">{tools}</div>
      </div>
    </header>
  );
}
