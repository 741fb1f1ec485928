import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { LogOut, UserRound } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";

import type { User } from "#contract/users.ts";
import { formatPendingMutations } from "#web/api/offline-mutations.ts";
import { postDraftAtom } from "#web/board/post-draft.ts";
import { useReadPendingMutations } from "#web/offline/queue/use-offline-queue.ts";
import { useSignOut } from "#web/offline/sign-out.ts";
import { createPlaceStore } from "#web/progress/store.ts";
import { placesOf } from "#web/progress/use-places.ts";
import { runBeforeSignOutHooks } from "#web/state/before-sign-out.ts";
import { unsavedAtom } from "#web/state/unsaved.ts";
import { Link } from "#web/ui/layout/link.tsx";

import { ACCOUNT_BUTTON, AccountLabel } from "./account-label.tsx";
import { formatUnsavedWarning, hasAny, type UnsavedSummary } from "./unsaved-summary.ts";

const ITEM =
  "flex min-h-touch w-full items-center gap-3 rounded-sm px-3 text-left font-medium data-focus:bg-season-tint data-focus:text-season";

// Loaded when needed: most sign out with nothing to lose.
const fetchQuestion = () => import("./sign-out-question.tsx");
const SignOutQuestion = lazy(() => fetchQuestion().then(({ SignOutQuestion }) => ({ default: SignOutQuestion })));

/** Signing out asks about unsaved text and what waits for the network. `wish` is what was pressed before the menu had loaded. */
export function AccountMenuItems({ user, wish }: { user: User; wish: "focus" | "open" | undefined }) {
  const signOut = useSignOut();
  const unsaved = useAtomValue(unsavedAtom);
  const draft = useAtomValue(postDraftAtom);
  const [asked, setAsked] = useState<UnsavedSummary | null>(null);
  const readWaiting = useReadPendingMutations();
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!wish) return;
    button.current?.focus();
    if (wish === "open") button.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  }, [wish]);
  const signOutOrAsk = async () => {
    // a page shown from the last visit may not have sent yet what waits
    placesOf(user.id, queries);
    await runBeforeSignOutHooks();
    const waiting = formatPendingMutations(readWaiting());
    const lost = {
      typed: [...new Set([...unsaved.values(), ...(draft?.trim() ? ["your post"] : []), ...waiting])],
      // without storage none waits
      places: await createPlaceStore(user.id)
        .countBooks()
        .catch(() => 0),
    };
    if (!hasAny(lost)) return void signOut();
    try {
      await fetchQuestion();
      setAsked(lost);
    } catch {
      // offline the browser's own dialog has to do
      if (confirm(`Sign out without saving? ${formatUnsavedWarning(lost)}`)) void signOut();
    }
  };
  const stay = () => {
    setAsked(null);
    // the dialog returns focus to a menu item that is gone by then
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <Menu as="div" className="relative">
      {asked && (
        <Suspense fallback={null}>
          <SignOutQuestion lost={asked} onConfirm={() => void signOut()} onClose={stay} />
        </Suspense>
      )}
      <MenuButton ref={button} className={ACCOUNT_BUTTON}>
        <AccountLabel user={user} />
      </MenuButton>
      <MenuItems
        modal={false}
        className="absolute top-full right-0 z-40 mt-1.5 w-60 rounded-md border border-line bg-sheet p-1.5 shadow-lifted outline-none"
      >
        <div className="border-b border-line px-3 pt-1 pb-2 md:hidden">
          <p className="truncate font-semibold">{user.displayName}</p>
          <p className="truncate text-sm text-ink-soft">{user.email}</p>
        </div>
        <MenuItem>
          <Link to="/profile" className={ITEM}>
            <UserRound className="size-5" />
            Profile
          </Link>
        </MenuItem>
        <MenuItem>
          <button type="button" className={ITEM} onClick={() => void signOutOrAsk()}>
            <LogOut className="size-5" />
            Sign out
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}
