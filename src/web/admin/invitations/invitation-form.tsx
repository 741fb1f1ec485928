import type { TInteger } from "@sinclair/typebox";

import { type CreatedInvitation, NewInvitation } from "#contract/invitations.ts";
import { call } from "#web/api/call.ts";
import type { Errors } from "#web/lib/format/validate.ts";
import { serverMessageOr, useMutationWithToast } from "#web/ui/feedback/use-mutation-with-toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { Select } from "#web/ui/forms/select.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";

const { uses: USES, expiresInDays: DAYS } = NewInvitation.properties;

/** Without a toast for success: the new invitation is shown. */
export const useCreateInvitation = (onCreated: (created: CreatedInvitation) => void) =>
  useMutationWithToast({
    act: (invitation: NewInvitation) => call("POST /api/invitations", { body: invitation }),
    failed: "Failed to create the invitation.",
    explain: serverMessageOr,
    onDone: onCreated,
  });

export function InvitationForm({ create }: { create: ReturnType<typeof useCreateInvitation> }) {
  const form = useForm({
    base: { uses: "1", days: "30", role: "member" },
    check: ({ uses, days }) => ({ ...rangeError("uses", uses, USES), ...rangeError("days", days, DAYS) }),
    onSubmit: ({ uses, days, role }) =>
      create.mutate({ uses: Number(uses), expiresInDays: Number(days), isAdmin: role === "admin" }),
  });

  return (
    <form {...form.formProps} className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.2fr_auto]">
      <NumberField label="Uses" range={USES} {...form.field("uses")} />
      <NumberField label="Expires in (days)" range={DAYS} {...form.field("days")} />
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

type Range = Pick<TInteger, "minimum" | "maximum" | "error">;
type NumberProps = { label: string; range: Range; error: string | undefined; onText: (text: string) => void };

function NumberField({ range, ...field }: NumberProps & { name: string; value: string }) {
  return <Field {...field} type="number" inputMode="numeric" min={range.minimum} max={range.maximum} />;
}

function rangeError(name: string, text: string, { minimum = 0, maximum = Infinity, error }: Range): Errors {
  const isFine = /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return isFine ? {} : { [name]: String(error) };
}
