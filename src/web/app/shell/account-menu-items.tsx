import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { LogOut, UserRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";

import { pluralize } from "#contract/counts.ts";
import type { User } from "#contract/users.ts";
import { formatPendingMutations } from "#web/api/offline-mutations.ts";
import { postDraftAtom } from "#web/board/post-draft.ts";
import { usePendingMutationsReader } from "#web/offline/queue/use-offline-queue.ts";
import { useSignOut } from "#web/offline/sign-out.ts";
import { progressSyncsOf } from "#web/progress/progress-syncs.ts";
import { createProgressStore } from "#web/progress/store.ts";
import { runBeforeSignOutHooks } from "#web/state/before-sign-out.ts";
import { unsavedAtom } from "#web/state/unsaved.ts";
import { noteDraftAtom } from "#web/talk/note-draft.ts";
import { CloseOnBack } from "#web/ui/layout/close-on-back.tsx";
import { ConfirmDialog } from "#web/ui/layout/confirm-dialog.tsx";
import { Link } from "#web/ui/layout/link.tsx";

import { ACCOUNT_BUTTON, AccountLabel } from "./account-label.tsx";

const ITEM_CLASS =
  "flex min-h-touch w-full items-center gap-3 rounded-sm px-3 text-left font-medium data-focus:bg-season-tint data-focus:text-season";

/** @param pendingPress the item that was pressed before the menu had loaded */
export function AccountMenuItems({ user, pendingPress }: { user: User; pendingPress: "focus" | "open" | undefined }) {
  const signOut = useSignOut();
  const unsavedParts = useAtomValue(unsavedAtom);
  const post = useAtomValue(postDraftAtom);
  const note = useAtomValue(noteDraftAtom);
  const [warning, setWarning] = useState("");
  const readPending = usePendingMutationsReader();
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!pendingPress) return;
    button.current?.focus();
    if (pendingPress === "open")
      button.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  }, [pendingPress]);
  const signOutOrAsk = async () => {
    // a page shown from the last visit may not have sent its positions yet
    progressSyncsOf(user.id, queries);
    await runBeforeSignOutHooks();
    const drafts = [...(post?.trim() ? ["your post"] : []), ...(note ? ["your note"] : [])];
    const pendingTexts = formatPendingMutations(readPending());
    const bookCount = createProgressStore(user.id).countBooks();
    const unsavedTexts = new Set([...unsavedParts.values(), ...drafts, ...pendingTexts]);
    const newWarning = formatUnsavedWarning(unsavedTexts, await bookCount.catch(() => 0));
    if (newWarning) setWarning(newWarning);
    else void signOut();
  };
  const closeDialog = () => {
    setWarning("");
    // the dialog returns the focus to a menu item, which has been removed
    requestAnimationFrame(() => button.current?.focus());
  };
  return (
    <Menu as="div" className="relative">
      {warning && (
        <ConfirmDialog
          title="Sign out without saving?"
          confirm="Sign out"
          cancel="Stay here"
          onConfirm={() => void signOut()}
          onClose={closeDialog}
        >
          {warning}
        </ConfirmDialog>
      )}
      <MenuButton ref={button} className={ACCOUNT_BUTTON}>
        <AccountLabel user={user} />
      </MenuButton>
      <MenuItems
        modal={false}
        className="absolute top-full right-0 z-40 mt-1.5 w-60 rounded-md border border-line bg-sheet p-1.5 shadow-lifted outline-none"
      >
        <CloseOnBack />
        <div className="border-b border-line px-3 pt-1 pb-2 md:max-lg:hidden xl:hidden">
          <p className="truncate font-semibold">{user.displayName}</p>
          <p className="truncate text-sm text-ink-soft">{user.email}</p>
        </div>
        <MenuItem>
          <Link to="/profile" className={ITEM_CLASS}>
            <UserRound className="size-5" />
            Profile
          </Link>
        </MenuItem>
        <MenuItem>
          <button type="button" className={ITEM_CLASS} onClick={() => void signOutOrAsk()}>
            <LogOut className="size-5" />
            Sign out
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}

/** 'Not saved: your post and 2 bookmarks. This will be lost if you sign out.' Empty if nothing is. */
function formatUnsavedWarning(unsavedTexts: ReadonlySet<string>, positionCount: number): string {
  const sentences = [
    unsavedTexts.size > 0 &&
      `Not saved: ${new Intl.ListFormat("en").format(unsavedTexts)}. This will be lost if you sign out.`,
    positionCount > 0 &&
      `Your place in ${pluralize(positionCount, "book")} isn't saved yet. It's sent when you sign in again on this device.`,
  ];
  return sentences.filter(Boolean).join(" ");
}
