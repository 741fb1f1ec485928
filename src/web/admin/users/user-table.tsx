import { useState } from "react";

import type { UserRow } from "#contract/users.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";

import { PasswordModal } from "./password-modal.tsx";
import { useResetPassword } from "./use-reset-password.ts";
import { UserActions } from "./user-actions.tsx";

type Props = { users: readonly UserRow[]; me: number | undefined; isStale: boolean };

const HEAD = "pr-4 pb-2 text-left text-sm font-semibold text-ink-soft";
const CELL = "lg:py-3 lg:pr-4 lg:align-middle";

/** SPEC 2: a table, or cards on phones. */
export function UserTable({ users, me, isStale }: Props) {
  const { reset, isResetting, shown, dismiss } = useResetPassword();
  const nameOf = memberNames(users);
  const [busyId, setBusyId] = useState<number>();
  return (
    <>
      <table className={`block w-full lg:table ${isStale ? "opacity-60" : ""}`}>
        <thead className="max-lg:sr-only">
          <tr className="border-b border-line">
            <th scope="col" className={`w-14 ${HEAD}`}>
              <span className="sr-only">Avatar</span>
            </th>
            {["Username", "Display Name", "Email", "Role", "Actions"].map((name) => (
              <th key={name} scope="col" className={HEAD}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block lg:table-row-group">
          {users.map((user) => (
            <tr
              key={user.id}

              className="grid grid-cols-[3.5rem_minmax(0,1fr)] max-[16rem]:grid-cols-[0_minmax(0,1fr)] max-[16rem]:gap-x-0 items-center md:grid-cols-[3.5rem_1fr_auto] gap-x-3 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0 lg:table-row lg:py-0"
            >
              <td className={`row-span-3 self-start max-[16rem]:hidden ${CELL}`}>
                <Avatar name={user.displayName} photoURL={user.photoURL} className="size-12 lg:size-10 lg:text-sm" />
              </td>
              <td className={`col-start-2 font-semibold wrap-anywhere ${CELL}`}>{user.username}</td>
              <td className={`col-start-2 wrap-anywhere ${CELL}`}>{nameOf(user)}</td>
              <td className={`col-start-2 text-sm wrap-anywhere text-ink-soft ${CELL}`}>{user.email}</td>
              <td className={`col-start-2 mt-1.5 lg:mt-0 ${CELL}`}>
                <Badge solid={user.isAdmin}>{user.isAdmin ? "Admin" : "Member"}</Badge>
              </td>
              <td
                className={`mt-3 md:mt-0 md:max-lg:col-start-3 md:max-lg:row-span-4 md:max-lg:row-start-1 lg:py-3 lg:align-middle ${user.id === me ? "max-md:col-start-2" : "max-sm:col-span-2 sm:max-md:col-start-2"}`}
              >
                {user.id === me ? (
                  <p className="text-sm text-ink-soft">This is you</p>
                ) : (
                  <UserActions
                    user={user}
                    name={nameOf(user)}
                    isBusy={isResetting && busyId === user.id}
                    onReset={() => {
                      setBusyId(user.id);
                      reset(user);
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown && <PasswordModal reset={shown} onClose={dismiss} />}
    </>
  );
}
