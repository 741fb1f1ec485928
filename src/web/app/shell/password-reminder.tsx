import { useAtomValue } from "jotai";

import { userAtom } from "#web/state/session.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Link } from "#web/ui/layout/link.tsx";

/** After an admin's reset, until the member sets a password (DESIGN 3). */
export function PasswordReminder() {
  const user = useAtomValue(userAtom);
  if (!user?.passwordIsTemporary) return null;
  return (
    <Notice className="mb-6 sm:mb-8" title="You signed in with a temporary password">
      It works for 7 days. Please{" "}
      <Link to="/profile#password" className="font-semibold text-season underline underline-offset-4">
        set your own password
      </Link>{" "}
      before then.
    </Notice>
  );
}
