import { Copy } from "lucide-react";
import { type ReactNode, useState } from "react";

import type { UserRow } from "#contract/users.ts";
import { serverMessageOr } from "#web/api/failure-reason.ts";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { INPUT_CLASS } from "#web/ui/forms/labeled-control.tsx";
import { ConfirmDialogFor } from "#web/ui/layout/confirm-dialog.tsx";
import { copyText } from "#web/ui/text/share-button.tsx";

type UserAction = "reset" | "delete" | "role";
type Props = {
  user: UserRow;
  /** The name that's unique among the listed users. */
  name: string;
  isBusy: boolean;
  onReset: () => void;
};

export function UserActions({ user, name, isBusy, onReset }: Props) {
  const [action, setAction] = useState<UserAction>();
  const params = { id: user.id };
  const remove = useCall("DELETE /api/users/:id", {
    done: "User has been deleted",
    failed: "Failed to delete user.",
    explain: serverMessageOr,
  });
  const role = useCall("PATCH /api/users/:id", {
    done: user.isAdmin ? `${name} is no longer an admin` : `${name} is now an admin`,
    failed: "Failed to change the role.",
  });
  const resetText = isBusy ? "Resetting..." : "Reset Password";
  const deleteText = remove.isPending ? "Deleting..." : "Delete";
  const question = questions(user)[action ?? "reset"];
  const confirm = (what: UserAction) => {
    if (what === "reset") onReset();
    if (what === "delete") remove.mutate({ params });
    if (what === "role") role.mutate({ params, body: { isAdmin: !user.isAdmin } });
  };
  const button = (action: UserAction, text: ReactNode, label: string | undefined, isPending: boolean) => (
    <Button
      aria-label={label}
      variant={action === "delete" ? "caution" : "quiet"}
      className={`text-sm whitespace-nowrap max-lg:px-4 max-sm:flex-1 max-sm:px-2 max-sm:text-xs lg:justify-start lg:border-transparent lg:px-3 ${action === "role" ? "lg:min-w-31" : ""} ${action === "delete" ? "" : "lg:text-season!"}`}
      disabled={isPending}
      onClick={() => setAction(action)}
    >
      {text}
    </Button>
  );

  return (
    <div className="flex flex-wrap gap-1.5 sm:gap-2 lg:-ml-3 lg:flex-nowrap lg:gap-0">
      {button("reset", resetText, `${resetText} of ${name}`, isBusy)}
      {button("role", <RoleText isAdmin={user.isAdmin} name={name} />, undefined, role.isPending)}
      {button("delete", deleteText, `${deleteText} ${name}`, remove.isPending)}
      <ConfirmDialogFor
        about={action}
        title={question.title}
        confirm={question.confirm}
        onConfirm={confirm}
        onClose={() => setAction(undefined)}
      >
        {question.text}
        {action === "reset" && <ResetLink user={user} />}
      </ConfirmDialogFor>
    </div>
  );
}

/** "Make Nora an admin", of which the name is only read out: the row shows it. */
const RoleText = ({ isAdmin, name }: { isAdmin: boolean; name: string }) => (
  <>
    Make <span className="sr-only">{isAdmin ? `${name} a ` : `${name} an `}</span>
    {isAdmin ? "member" : "admin"}
  </>
);

function questions({
  displayName,
  username,
  isAdmin,
}: UserRow): Record<UserAction, { title: string; text: string; confirm: string }> {
  const fullName = displayName === username ? displayName : `${displayName} (${username})`;
  return {
    reset: {
      title: "Reset this password?",
      text: `You'll see a new password for ${fullName} once. They're signed out everywhere, and their old password, passkeys, calendar and feed addresses stop working.`,
      confirm: "Reset password",
    },
    delete: {
      title: "Delete this user?",
      text: `This deletes ${fullName}, their posts and their place in the audiobooks. It can't be undone.`,
      confirm: "Delete user",
    },
    role: isAdmin
      ? {
          title: "Remove admin rights?",
          text: `${fullName} won't be able to open the dashboard anymore.`,
          confirm: "Make member",
        }
      : {
          title: "Make this member an admin?",
          text: `${fullName} will be able to change content, books and files, and manage all users, including you.`,
          confirm: "Make admin",
        },
  };
}

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
      <Button variant="quiet" icon={Copy} onClick={() => void copyText(url, "Link copied to clipboard")}>
        Copy
      </Button>
    </span>
  );
}
