import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ChevronDown, LogOut, UserRound } from "lucide-react";
import { Link } from "react-router";

import type { User } from "#contract/users.ts";
import { useSignOut } from "#web/state/session-actions.ts";
import { Avatar } from "#web/ui/avatar.tsx";

const ITEM =
  "flex min-h-touch w-full items-center gap-3 rounded-sm px-3 text-left font-medium data-focus:bg-season-tint data-focus:text-season";

/** Display name, e-mail and avatar; opens a menu with Profile and Sign out (SPEC 2). */
export function AccountMenu({ user }: { user: User }) {
  const signOut = useSignOut();
  return (
    <Menu as="div" className="relative">
      <MenuButton className="flex min-h-touch min-w-touch items-center gap-2.5 rounded-md px-1.5 text-left hover:bg-sunk">
        <span className="sr-only">Account of </span>
        <span className="max-w-44 leading-tight max-md:sr-only">
          <span className="block truncate font-semibold">{user.displayName}</span>
          <span className="block truncate text-xs text-ink-soft">{user.email}</span>
        </span>
        <Avatar name={user.displayName} photoURL={user.photoURL} />
        <ChevronDown aria-hidden="true" className="size-4 text-ink-soft" />
      </MenuButton>
      <MenuItems
        modal={false}
        className="absolute top-full right-0 z-40 mt-1.5 w-60 rounded-md border border-line bg-sheet p-1.5 shadow-lifted"
      >
        <div className="border-b border-line px-3 pt-1 pb-2 md:hidden">
          <p className="truncate font-semibold">{user.displayName}</p>
          <p className="truncate text-sm text-ink-soft">{user.email}</p>
        </div>
        <MenuItem>
          <Link to="/profile" className={ITEM}>
            <UserRound aria-hidden="true" className="size-5" />
            Profile
          </Link>
        </MenuItem>
        <MenuItem>
          <button type="button" className={ITEM} onClick={() => void signOut()}>
            <LogOut aria-hidden="true" className="size-5" />
            Sign out
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}
