import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { ChevronLeft, ChevronRight, UserRoundX, Users } from "lucide-react";
import { useDeferredValue, useState } from "react";

import { formatCount } from "#contract/counts.ts";
import { AuthenticationError } from "#web/admin/authentication-error.tsx";
import { InvitationsCard } from "#web/admin/invitations/invitations-card.tsx";
import { USERS_PAGE_SIZE, usersQuery } from "#web/api/users.ts";
import { useFocusHashTarget } from "#web/lib/hooks/use-card-of-hash.ts";
import { userAtom } from "#web/state/session.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Card } from "#web/ui/layout/card.tsx";

import { UserTable } from "./user-table.tsx";

export function UserTab() {
  useFocusHashTarget();
  const me = useAtomValue(userAtom);
  const [page, setPage] = useState(0);
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...usersQuery(page, search),
    placeholderData: keepPreviousData,
  });
  const failure = error && (
    <AuthenticationError what="to manage users" to="/auth" error={error} onRetry={() => void refetch()} />
  );
  const users = data?.rows;
  const pages = Math.ceil((data?.total ?? 0) / USERS_PAGE_SIZE);
  // the last page's only user may have been deleted
  if (data && !isPlaceholderData && page > 0 && page >= pages) setPage(Math.max(0, pages - 1));
  const isLong = pages > 1 || page > 0 || typed !== "";
  // once there was a list, an error appears above it: an invitation's link below is shown only once
  if (failure && !data && !isLong) return failure;

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
            value={typed}
            onText={(value) => {
              setTyped(value);
              setPage(0);
            }}
          />
        )}
        {!users ? (
          !failure && <TableSkeleton />
        ) : users.length > 0 ? (
          <UserTable users={users} me={me?.id} isStale={isPlaceholderData} />
        ) : (
          <EmptyState
            icon={UserRoundX}
            action={
              <Button variant="quiet" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {search
              ? `No users match “${search}”.`
              : "No users found. There may be a problem with the connection to the server."}
          </EmptyState>
        )}
        {(pages > 1 || (page > 0 && users)) && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
            <Button variant="quiet" icon={ChevronLeft} disabled={page === 0} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <span className="text-sm text-ink-soft tabular-nums max-sm:order-first max-sm:w-full max-sm:text-center">
              Page {formatCount(page + 1)} of {formatCount(pages)}
            </span>
            <Button variant="quiet" disabled={page + 1 >= pages || isPlaceholderData} onClick={() => setPage(page + 1)}>
              Next
              <ChevronRight className="size-5" />
            </Button>
          </div>
        )}
      </Card>
    </div>
  );
}

const TableSkeleton = () => (
  <div className="divide-y divide-line">
    {["a", "b", "c", "d"].map((row) => (
      <div key={row} className="flex items-center gap-4 py-4 first:pt-0 last:pb-0 lg:py-3">
        <Skeleton shape="pill" className="size-12 shrink-0 max-lg:self-start lg:size-10" />
        <SkeletonLines lines={4} className="flex-1 lg:hidden" />
        <Skeleton className="h-5 flex-1 max-lg:hidden" />
        <Skeleton shape="control" className="h-11 w-32 max-sm:hidden" />
      </div>
    ))}
  </div>
);
