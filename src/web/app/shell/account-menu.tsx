import { lazy, Suspense, useEffect, useState } from "react";

import type { User } from "#contract/users.ts";
import { untilFetched } from "#web/lib/until-fetched.ts";

import { ACCOUNT_BUTTON, AccountLabel } from "./account-label.tsx";

// The menu's library is as large as the rest of the page, so it comes once a finger, pointer or focus is on the button.
let want = (): void => undefined;
const wanted = new Promise<void>((resolve) => (want = resolve));
const AccountMenuItems = lazy(async () => {
  await wanted;
  const { AccountMenuItems } = await untilFetched(() => import("./account-menu-items.tsx"));
  return { default: AccountMenuItems };
});

export function AccountMenu({ user }: { user: User }) {
  const [wish, setWish] = useState<"focus" | "open">();
  useEffect(() => {
    if (wish) want();
  }, [wish]);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      className={ACCOUNT_BUTTON}
      onPointerEnter={want}
      onFocus={() => setWish((before) => before ?? "focus")}
      onBlur={() => setWish(undefined)}
      // on press, because the menu may load before the release
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
