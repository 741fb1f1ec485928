import type { TInteger } from "@sinclair/typebox";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";

import { type CreatedInvitation, NewInvitation } from "#contract/invitations.ts";
import { createInvitation, invitationsQuery } from "#web/api/invitations.ts";
import { useAct } from "#web/features/admin/use-act.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

export function InvitationForm({ onCreated }: { onCreated: (created: CreatedInvitation) => void }) {
  const queries = useQueryClient();
  const [uses, setUses] = useState("1");
  const [days, setDays] = useState("30");
  const [role, setRole] = useState("member");
  const [submitted, setSubmitted] = useState(false);
  const create = useAct({
    act: createInvitation,
    done: "Invitation created",
    failed: "Failed to create the invitation.",
    serverFirst: true,
    onDone: (created) => {
      setSubmitted(false);
      void queries.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      onCreated(created);
    },
  });
  const usesError = numberError(uses, NewInvitation.properties.uses);
  const daysError = numberError(days, NewInvitation.properties.expiresInDays);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (usesError || daysError) return;
    create.mutate({ uses: Number(uses), expiresInDays: Number(days), isAdmin: role === "admin" });
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.2fr_auto]"
    >
      <Field
        label="Uses"
        type="number"
        inputMode="numeric"
        min={1}
        max={1000}
        value={uses}
        error={submitted ? usesError : undefined}
        onText={setUses}
      />
      <Field
        label="Expires in (days)"
        type="number"
        inputMode="numeric"
        min={1}
        max={365}
        value={days}
        error={submitted ? daysError : undefined}
        onText={setDays}
      />
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

function numberError(text: string, { minimum = 0, maximum = Infinity, error }: Range): string | undefined {
  const isFine = /^\d+$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
  return isFine ? undefined : String(error);
}
