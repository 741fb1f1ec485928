import { ChevronDown } from "lucide-react";

import type { User } from "#contract/users.ts";
import { Avatar } from "#web/ui/images/avatar.tsx";

export const ACCOUNT_BUTTON =
  "flex min-h-touch min-w-touch items-center gap-2.5 rounded-md px-1.5 text-left hover:bg-sunk";

export function AccountLabel({ user }: { user: User }) {
  return (
    <>
      <span className="sr-only">Account: </span>
      <span className="max-w-32 leading-tight max-md:sr-only lg:max-xl:sr-only low:sr-only">
        <span className="block truncate font-semibold">{user.displayName}</span>
        <span className="block truncate text-xs text-ink-soft">{user.email}</span>
      </span>
      <Avatar name={user.displayName} photoURL={user.photoURL} />
      <ChevronDown className="size-4 text-ink-soft" />
    </>
  );
}
