import { useQuery } from "@tanstack/react-query";

import type { Meeting } from "#contract/meetings.ts";
import { call } from "#web/api/call.ts";
import { query } from "#web/api/query.ts";
import { memberNames } from "#web/lib/format/member-names.ts";
import { useMutationWithToast, withReason } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Select } from "#web/ui/forms/select.tsx";

/** Admins name the host. */
export function HostSelect({ meeting: { id, host } }: { meeting: Meeting }) {
  const { data: users } = useQuery(query("GET /api/users"));
  const nameOf = memberNames([...(users ?? []), ...(host ? [host] : [])]);
  const name = useMutationWithToast({
    act: (username: string) =>
      username === NOBODY
        ? call("DELETE /api/meetings/:id/host", { params: { id } })
        : call("PUT /api/meetings/:id/host", { params: { id }, body: { username } }),
    failed: "The host wasn't saved.",
    explain: withReason,
  });
  return (
    <Select
      label="Host"
      className="max-w-sm"
      value={host ? CURRENT : NOBODY}
      disabled={name.isPending}
      onText={(username) => username !== CURRENT && name.mutate(username)}
    >
      <option value={NOBODY}>Nobody yet</option>
      {host && <option value={CURRENT}>{nameOf(host)}</option>}
      {users
        ?.filter((user) => user.id !== host?.id)
        .map((user) => (
          <option key={user.id} value={user.username}>
            {nameOf(user)}
          </option>
        ))}
    </Select>
  );
}

/** No usernames: those have at least three characters. */
const NOBODY = "";
const CURRENT = "-";
