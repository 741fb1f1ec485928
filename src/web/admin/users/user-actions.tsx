import { Copy } from "lucide-react";

import type { UserRow } from "#contract/users.ts";
import { serverMessageOr } from "#web/api/failure-reason.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { INPUT_CLASS } from "#web/ui/forms/labeled-control.tsx";
import { ConfirmButton } from "#web/ui/layout/confirm-button.tsx";
import { copyText } from "#web/ui/text/copy-text.ts";

type Props = {
  user: UserRow;
  /** The name that's unique among the listed users. */
  name: string;
  isBusy: boolean;
  onReset: () => void;
};

const ACTION_CLASS =
  "text-sm whitespace-nowrap max-lg:px-4 max-sm:flex-1 max-sm:px-2 max-sm:text-xs lg:justify-start lg:border-transparent lg:px-3";

export function UserActions({ user, name, isBusy, onReset }: Props) {
  const { displayName, username, isAdmin } = user;
  const fullName = displayName === username ? displayName : `${displayName} (${username})`;
  const params = { id: user.id };
  const remove = useCall("DELETE /api/users/:id", {
    done: "User has been deleted",
    failed: "Failed to delete user.",
    explain: serverMessageOr,
  });
  const role = useCall("PATCH /api/users/:id", {
    done: isAdmin ? `${name} is no longer an admin` : `${name} is now an admin`,
    failed: "Failed to change the role.",
  });
  const resetText = isBusy ? "Resetting..." : "Reset Password";
  const deleteText = remove.isPending ? "Deleting..." : "Delete";
  return (
    <div className="flex flex-wrap gap-1.5 sm:gap-2 lg:-ml-3 lg:flex-nowrap lg:gap-0">
      <ConfirmButton
        className={`${ACTION_CLASS} lg:text-season!`}
        aria-label={`${resetText} of ${name}`}
        disabled={isBusy}
        label={resetText}
        title="Reset this password?"
        confirm="Reset password"
        onConfirm={onReset}
      >
        You'll see a new password for {fullName} once. They're signed out everywhere, and their old password, passkeys,
        calendar and feed addresses stop working.
        <ResetLink user={user} />
      </ConfirmButton>
      <ConfirmButton
        className={`${ACTION_CLASS} lg:min-w-31 lg:text-season!`}
        disabled={role.isPending}
        label={<RoleText isAdmin={isAdmin} name={name} />}
        title={isAdmin ? "Remove admin rights?" : "Make this member an admin?"}
        confirm={isAdmin ? "Make member" : "Make admin"}
        onConfirm={() => role.mutate({ params, body: { isAdmin: !isAdmin } })}
      >
        {isAdmin
          ? `${fullName} won't be able to open the dashboard anymore.`
          : `${fullName} will be able to change content, books and files, and manage all users, including you.`}
      </ConfirmButton>
      <ConfirmButton
        variant="caution"
        className={ACTION_CLASS}
        aria-label={`${deleteText} ${name}`}
        disabled={remove.isPending}
        label={deleteText}
        title="Delete this user?"
        confirm="Delete user"
        onConfirm={() => remove.mutate({ params })}
      >
        This deletes {fullName}, their posts and their place in the audiobooks. It can't be undone.
      </ConfirmButton>
    </div>
  );
}

/** "Make Nora an admin", of which the name is only read out: the row shows it. */
const RoleText = ({ isAdmin, name }: { isAdmin: boolean; name: string }) => (
  <span>
    Make <span className="sr-only">{isAdmin ? `${name} a ` : `${name} an `}</span>
    {isAdmin ? "member" : "admin"}
  </span>
);

function ResetLink({ user }: { user: UserRow }) {
  const createLink = useCall("POST /api/users/:id/reset-link", {
    failed: "Couldn't create a link. Please try again.",
  });
  if (!createLink.data)
    return (
      <span className="mt-4 block">
        Or let them choose a password: a link works once, for an hour, and signs nobody out before that.{" "}
        <Button
          variant="plain"
          disabled={createLink.isPending}
          onClick={() => createLink.mutate({ params: { id: user.id } })}
        >
          Make a link instead
        </Button>
      </span>
    );
  const { url } = createLink.data;
  return (
    <span className="mt-4 flex flex-wrap gap-2">
      <input
        readOnly
        aria-label="Link to set a new password"
        value={url}
        className={`${INPUT_CLASS} min-w-0 flex-1 basis-52`}
        onFocus={({ target }) => target.select()}
      />
      <Button icon={Copy} onClick={() => void copyText(url, "Link copied to clipboard")}>
        Copy
      </Button>
    </span>
  );
}
