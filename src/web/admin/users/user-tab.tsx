import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { UserRoundX, Users } from "lucide-react";
import { useDeferredValue, useState } from "react";

import { callUrl } from "#contract/call-url.ts";
import type { UserRow } from "#contract/users.ts";
import { AuthenticationError } from "#web/admin/authentication-error.tsx";
import { InvitationsCard } from "#web/admin/invitations/invitations-card.tsx";
import { call } from "#web/api/call.ts";
import { uniqueById } from "#web/api/query.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-focus-hash-target.ts";
import { userAtom } from "#web/state/session.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ShowMore } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { Badge } from "#web/ui/layout/badge.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { PasswordModal, useResetPassword } from "./password-reset.tsx";
import { UserActions } from "./user-actions.tsx";

export function UserTab() {
  useFocusHashTarget();
  const ownUser = useAtomValue(userAtom);
  const [searchText, setSearchText] = useState("");
  const search = useDeferredValue(searchText.trim());
  const query = useInfiniteQuery(usersQuery(search));
  const { data: users, error, refetch, isPlaceholderData, isFetchNextPageError } = query;
  const failure = error && !isFetchNextPageError && (
    <AuthenticationError subject="to manage users" to="/auth" query={query} />
  );
  const isLong = (users?.length ?? 0) >= PAGE_USERS || searchText !== "";
  // Once the list has loaded, an error appears above it, because an invitation's link below is shown only once.
  if (failure && !users && !isLong) return failure;

  return (
    <div className="space-y-6">
      {failure}
      <div id="invitations" tabIndex={-1}>
        <InvitationsCard />
      </div>
      <Card title="User Management" icon={Users}>
        {isLong && (
          <Field
            type="search"
            label="Find a user"
            className="mb-4 max-w-sm"
            placeholder="Search by name or email"
            value={searchText}
            onText={setSearchText}
          />
        )}
        {!users ? (
          !failure && <SkeletonLines lines={10} />
        ) : users.length > 0 ? (
          <UserTable users={users} me={ownUser?.id} isStale={isPlaceholderData} />
        ) : (
          <EmptyState icon={UserRoundX} action={<Button onClick={() => void refetch()}>Try again</Button>}>
            {search
              ? `No users match “${search}”.`
              : "No users found. There may be a problem with the connection to the server."}
          </EmptyState>
        )}
        <ShowMore query={query} name="the users" />
      </Card>
    </div>
  );
}

const PAGE_USERS = 50;

const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [callUrl("GET /api/users"), search],
    queryFn: ({ pageParam: offset, signal }) =>
      call("GET /api/users", { query: { limit: PAGE_USERS, offset, search: search || undefined }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, _, offset) => (page.length < PAGE_USERS ? undefined : offset + PAGE_USERS),
    // A new user moves the others to later pages.
    select: ({ pages }) => uniqueById(pages.flat()),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

type Props = { users: readonly UserRow[]; me: number | undefined; isStale: boolean };

const HEAD_CLASS = "pr-4 pb-2 text-left text-sm font-semibold text-ink-soft";
const CELL_CLASS = "lg:py-3 lg:pr-4 lg:align-middle";

/** A table, or cards on phones (SPEC 2). */
function UserTable({ users, me, isStale }: Props) {
  const { reset, resettingId, shown, dismiss } = useResetPassword();
  const nameOf = memberNames(users);
  return (
    <>
      <table className={`block w-full lg:table ${isStale ? "opacity-60" : ""}`}>
        <thead className="max-lg:sr-only">
          <tr className="border-b border-line">
            <th scope="col" className={`w-14 ${HEAD_CLASS}`}>
              <span className="sr-only">Avatar</span>
            </th>
            {["Username", "Display Name", "Email", "Role", "Actions"].map((name) => (
              <th key={name} scope="col" className={HEAD_CLASS}>
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
              <td className={`row-span-3 self-start max-[16rem]:hidden ${CELL_CLASS}`}>
                <Avatar name={user.displayName} photoURL={user.photoURL} className="size-12 lg:size-10" />
              </td>
              <td className={`col-start-2 font-semibold wrap-anywhere lg:min-w-32 ${CELL_CLASS}`}>{user.username}</td>
              <td className={`col-start-2 wrap-anywhere ${CELL_CLASS}`}>{nameOf(user)}</td>
              <td className={`col-start-2 text-sm wrap-anywhere text-ink-soft ${CELL_CLASS}`}>
                {user.email.split(/(?<=@)/).flatMap((part) => [part, <wbr key={part} />])}
              </td>
              <td className={`col-start-2 mt-1.5 lg:mt-0 ${CELL_CLASS}`}>
                <Badge isSolid={user.isAdmin}>{user.isAdmin ? "Admin" : "Member"}</Badge>
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
                    isBusy={resettingId === user.id}
                    onReset={() => reset(user)}
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
