import { MailPlus } from "lucide-react";
import { useRef, useState } from "react";

import { formatCount } from "#contract/counts.ts";
import { type CreatedInvitation, NewInvitation } from "#contract/invitations.ts";
import { useGet } from "#web/api/use-get.ts";
import { useFocusRestoration } from "#web/lib/hooks/use-focus-restoration.ts";
import { QueryContent } from "#web/ui/feedback/query-content.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { useCall } from "#web/ui/feedback/use-call.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { Fold } from "#web/ui/layout/disclosure.tsx";

import { CreatedCard } from "./created-card.tsx";
import { InvitationList } from "./invitation-list.tsx";

/** Validity in days of a link that's created by one press. */
const QUICK_LINK_TTL_DAYS = 7;

/** One press creates a link for one person; rarer options are folded. */
export function InvitationsCard() {
  const result = useGet("GET /api/invitations");
  const [invitation, setInvitation] = useState<CreatedInvitation>();
  const create = useCreateInvitation(setInvitation);
  const submit = useRef<HTMLDivElement>(null);
  useFocusRestoration(submit, create.isPending);
  return (
    <Card title="Invitations" icon={MailPlus}>
      <div ref={submit} className="space-y-4">
        {invitation ? (
          <CreatedCard key={invitation.id} invitation={invitation} onClose={() => setInvitation(undefined)} />
        ) : (
          <>
            <p>Makes a link that lets one person join, for a week.</p>
            <Button
              className="max-sm:w-full"
              disabled={create.isPending}
              onClick={() => create.mutate({ body: { uses: 1, expiresInDays: QUICK_LINK_TTL_DAYS, isAdmin: false } })}
            >
              {create.isPending ? "Creating..." : "Invite someone"}
            </Button>
          </>
        )}
        <div>
          <Fold title="For more people, longer, or an admin">
            <InvitationForm create={create} />
          </Fold>
          <QueryContent query={result} name="the invitations" skeleton={<SkeletonLines lines={1} />}>
            {(data) =>
              data.length > 0 && (
                <Fold title={`Invitations so far: ${formatCount(data.length)}`}>
                  <InvitationList invitations={data} />
                </Fold>
              )
            }
          </QueryContent>
        </div>
      </div>
    </Card>
  );
}

const { uses: USES, expiresInDays: DAYS } = NewInvitation.properties;

/** Without a success toast, because the new invitation is shown. */
const useCreateInvitation = (onCreated: (invitation: CreatedInvitation) => void) =>
  useCall("POST /api/invitations", {
    failed: "Failed to create the invitation.",
    onDone: onCreated,
  });

function InvitationForm({ create }: { create: ReturnType<typeof useCreateInvitation> }) {
  const form = useForm({
    base: { uses: "1", days: "30", role: "member" },
    onSubmit: ({ uses, days, role }) =>
      create.mutate({ body: { uses: Number(uses), expiresInDays: Number(days), isAdmin: role === "admin" } }),
  });

  return (
    <form {...form.formProps} className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.2fr_auto]">
      <Field label="Uses" {...numberInput(USES)} {...form.field("uses")} />
      <Field label="Expires in (days)" {...numberInput(DAYS)} {...form.field("days")} />
      <Select label="Role" value={form.values.role} onText={(role) => form.set({ role })}>
        <option value="member">Member</option>
        <option value="admin">Admin</option>
      </Select>
      <Button type="submit" className="sm:mt-[1.775rem]" disabled={create.isPending}>
        {create.isPending ? "Creating..." : "Create Invitation"}
      </Button>
    </form>
  );
}

const numberInput = ({ minimum, maximum }: { minimum?: number; maximum?: number }) =>
  ({ type: "number", min: minimum, max: maximum, required: true }) as const;
