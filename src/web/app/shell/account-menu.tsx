import { lazy, Suspense, useRef, useState } from "react";

import type { User } from "#contract/users.ts";
import { retryImport } from "#web/lib/browser/retry.ts";

import { ACCOUNT_BUTTON, AccountLabel } from "./account-label.tsx";

// The menu's library is as large as the rest of the page, so it loads later.
const AccountMenuItems = lazy(() =>
  retryImport(() => import("./account-menu-items.tsx")).then(({ AccountMenuItems }) => ({
    default: AccountMenuItems,
  })),
);

export function AccountMenu({ user }: { user: User }) {
  const [pendingPress, setPendingPress] = useState<"focus" | "open">();
  const isTap = useRef(false);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      className={ACCOUNT_BUTTON}
      onFocus={() => isTap.current || setPendingPress((before) => before ?? "focus")}
      onBlur={() => setPendingPress(undefined)}
      // On press, because the menu may load before the release. A tap's click would then close it, or never come.
      onPointerDown={({ pointerType }) => {
        isTap.current = pointerType === "touch";
        if (!isTap.current) setPendingPress("open");
      }}
      onPointerCancel={() => setPendingPress(undefined)}
      onClick={() => setPendingPress("open")}
    >
      <AccountLabel user={user} />
    </button>
  );
  return (
    <Suspense fallback={button}>
      <AccountMenuItems user={user} pendingPress={pendingPress} />
    </Suspense>
  );
}
