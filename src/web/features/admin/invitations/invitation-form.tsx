import type { TInteger } from "@sinclair/typebox";
import { type FormEvent, useState } from "react";

import { type CreatedInvitation, NewInvitation } from "#contract/invitations.ts";
import { createInvitation } from "#web/api/invitations.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { serverOr, useAct } from "#web/ui/use-act.ts";

const { uses: USES, expiresInDays: DAYS } = NewInvitation.properties;

export function InvitationForm({ onCreated }: { onCreated: (created: CreatedInvitation) => void }) {
  const [uses, setUses] = useState("1");
  const [days, setDays] = useState("30");
  const [role, setRole] = useState("member");
  const [submitted, setSubmitted] = useState(false);
  const create = useAct({
    act: createInvitation,
    done: "Invitation created",
    failed: "Failed to create the invitation.",
    explain: serverOr,
    onDone: (created) => {
      setSubmitted(false);
      onCreated(created);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (numberError(uses, USES) || numberError(days, DAYS)) return;
    create.mutate({ uses: Number(uses), expiresInDays: Number(days), isAdmin: role === "admin" });
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.2fr_auto]"
    >
      <NumberField label="Uses" range={USES} value={uses} isChecked={submitted} onText={setUses} />
      <NumberField label="Expires in (days)" range={DAYS} value={days} isChecked={submitted} onText={setDays} />
      <Select label="Role" value={role} onText={setRole}>
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
type NumberProps = { label: string; range: Range; value: string; isChecked: boolean; onText: (text: string) => void };

function NumberField({ range, isChecked, ...field }: NumberProps) {
  const error = isChecked ? numberError(field.value, range) : undefined;
  return <Field {...field} type="number" inputMode="numeric" min={range.minimum} max={range.maximum} error={error} />;
}

function numberError(text: string, { minimum = 0, maximum = Infinity, error }: Range): string | undefined {
  const isFine = /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return isFine ? undefined : String(error);
}
