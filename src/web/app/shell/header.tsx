import { useAtomValue } from "jotai";
import { Link } from "react-router";

import { useClub } from "#web/api/club.ts";
import { userAtom } from "#web/state/session.ts";
import { BrandMark } from "#web/ui/brand-mark.tsx";
import { buttonClass } from "#web/ui/button.tsx";

import { AccountMenu } from "./account-menu.tsx";
import { Navigation } from "./navigation.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";

export function Header() {
  const user = useAtomValue(userAtom);
  const club = useClub();
  return (
    <header className="border-b border-line bg-sheet max-sm:tall:sticky max-sm:top-0 max-sm:z-30 print:hidden">
      <div aria-hidden="true" className="h-1.5 bg-season-solid" />
      <div className="mx-auto grid max-w-page grid-cols-[1fr_auto] items-center gap-x-4 px-4 max-[16rem]:grid-cols-1 sm:px-6 lg:grid-cols-[auto_1fr_auto]">
        <Link to="/" className="flex min-h-touch min-w-0 items-center gap-2.5 py-2.5 sm:gap-3">
          <BrandMark className="size-10 shrink-0" />
          <span className="font-title text-base leading-tight font-semibold text-balance max-[24rem]:text-sm sm:text-lg">
            <span className={club.isKnown ? "" : "invisible"}>{club.name}</span>
          </span>
        </Link>
        <div className="order-3 col-span-full border-line sm:-mx-6 sm:min-h-12 sm:border-t sm:px-4 lg:order-none lg:col-span-1 lg:mx-0 lg:min-h-16 lg:border-0">
          {user && <Navigation isAdmin={user.isAdmin} />}
        </div>
        <div className="flex items-center gap-1.5">
          <ThemeSwitch />
          {user ? (
            <AccountMenu user={user} />
          ) : (
            <Link to="/auth" className={buttonClass("primary")}>
              Sign in
            </Link>
          )}
        </div>
      </div>
    </header>
  );
}
