import { lazy, Suspense, useState } from "react";

import type { User } from "#contract/users.ts";
import { untilFetched } from "#web/lib/until-fetched.ts";

import { ACCOUNT_BUTTON, AccountLabel } from "./account-label.tsx";

// The library behind the menu is as much as all that is needed to show the page, so it comes after it.
const AccountMenuItems = lazy(() =>
  untilFetched(() => import("./account-menu-items.tsx")).then(({ AccountMenuItems }) => ({
    default: AccountMenuItems,
  })),
);

/** Display name, email and avatar; opens a menu with Profile and Sign out (SPEC 2). */
export function AccountMenu({ user }: { user: User }) {
  const [wish, setWish] = useState<"focus" | "open">();
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      className={ACCOUNT_BUTTON}
      onFocus={() => setWish((before) => before ?? "focus")}
      onBlur={() => setWish(undefined)}
      // not with the click alone: the menu may come between a press and its release
      onPointerDown={() => setWish("open")}
      onPointerCancel={() => setWish(undefined)}
      onClick={() => setWish("open")}
    >
      <AccountLabel user={user} />
    </button>
  );
  return (
    <Suspense fallback={button}>
      <AccountMenuItems user={user} wish={wish} />
    </Suspense>
  );
}
