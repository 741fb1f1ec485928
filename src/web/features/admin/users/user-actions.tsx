import { useQueryClient } from "@tanstack/react-query";
import { KeyRound, ShieldMinus, ShieldPlus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";

import type { UserRow } from "#contract/users.ts";
import { postsQuery } from "#web/api/posts.ts";
import { changeRole, deleteUser, isUsersKey } from "#web/api/users.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

import { useAct } from "../use-act.ts";

type Act = "reset" | "delete" | "role";
type Props = { user: UserRow; isBusy: boolean; onReset: () => void };

/** What an admin can do to another's account; each asks first (SPEC 2). */
export function UserActions({ user, isBusy, onReset }: Props) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Act>();
  const refresh = () => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => isUsersKey(queryKey[0]) });
    void queries.invalidateQueries({ queryKey: postsQuery.queryKey });
  };
  const remove = useAct({
    act: () => deleteUser(user.id),
    done: "User has been deleted",
    failed: "Failed to delete user.",
    serverFirst: true,
    onDone: refresh,
    onFailed: refresh,
  });
  const role = useAct({
    act: () => changeRole({ id: user.id, isAdmin: !user.isAdmin }),
    done: user.isAdmin ? `${user.displayName} is no longer an admin` : `${user.displayName} is now an admin`,
    failed: "Failed to change the role.",
    serverFirst: true,
    onDone: refresh,
    onFailed: refresh,
  });
  const question = questions(user)[asked ?? "reset"];
  const confirm = () => {
    setAsked(undefined);
    if (asked === "reset") onReset();
    if (asked === "delete") remove.mutate();
    if (asked === "role") role.mutate();
  };
  const RoleIcon = user.isAdmin ? ShieldMinus : ShieldPlus;
  const button = (act: Act, icon: ReactNode, label: string, text: string, isPending: boolean) => (
    <Button
      look="quiet"
      className="px-3 text-sm max-md:flex-1"
      aria-label={label}
      icon={icon}
      disabled={isPending}
      onClick={() => setAsked(act)}
    >
      {text}
    </Button>
  );

  return (
    <div className="flex flex-wrap gap-2">
      {button(
        "reset",
        <KeyRound aria-hidden="true" className="size-4" />,
        `Reset password of ${user.displayName}`,
        isBusy ? "Resetting..." : "Reset Password",
        isBusy,
      )}
      {button(
        "role",
        <RoleIcon aria-hidden="true" className="size-4" />,
        user.isAdmin ? `Make ${user.displayName} a member` : `Make ${user.displayName} an admin`,
        user.isAdmin ? "Make member" : "Make admin",
        role.isPending,
      )}
      {button(
        "delete",
        <Trash2 aria-hidden="true" className="size-4" />,
        `Delete ${user.displayName}`,
        remove.isPending ? "Deleting..." : "Delete",
        remove.isPending,
      )}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={question.title}
        confirm={question.confirm}
        onConfirm={confirm}
        onClose={() => setAsked(undefined)}
      >
        {question.text}
      </ConfirmDialog>
    </div>
  );
}

function questions({
  displayName,
  username,
  isAdmin,
}: UserRow): Record<Act, { title: string; text: string; confirm: string }> {
  const who = displayName === username ? displayName : `${displayName} (${username})`;
  return {
    reset: {
      title: "Reset this password?",
      text: `${who} gets a new password, which is shown to you once. Their present one ends at once, and they are signed out everywhere.`,
      confirm: "Reset password",
    },
    delete: {
      title: "Delete this user?",
      text: `${who} is deleted, with their posts and their place in the audiobooks. This cannot be undone.`,
      confirm: "Delete user",
    },
    role: isAdmin
      ? {
          title: "Make this admin a member?",
          text: `${who} can then no longer open the dashboard.`,
          confirm: "Make member",
        }
      : {
          title: "Make this member an admin?",
          text: `${who} can then change content, books and files, and manage all users, you included.`,
          confirm: "Make admin",
        },
  };
}
