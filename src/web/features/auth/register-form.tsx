import { register } from "#web/api/auth.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";

import { AccountFields } from "./account-fields.tsx";
import { type Account, useNewAccount } from "./use-new-account.ts";

export type NewMember = Account & { invitationCode: string };
type Props = { isInvited: boolean; initial: NewMember; onType: (typed: NewMember) => void; onEnter: () => void };

/** With an invitation code, which a link may fill in. */
export function RegisterForm({ isInvited, initial, onType, onEnter }: Props) {
  const { formProps, field, isBusy } = useNewAccount<NewMember>({
    call: register,
    schema: async () => (await import("#contract/auth.ts")).Registration,
    initial,
    onType,
    onEnter,
  });
  return (
    <form {...formProps} className="space-y-4">
      <p className="text-ink-soft">Create a new account with invitation code</p>
      <AccountFields field={field} />
      <Field
        label="Invitation Code"
        hint={isInvited ? "From your invitation link" : "Contact admin for an invitation code"}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...field("invitationCode")}
      />
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? "Creating account..." : "Register"}
      </Button>
    </form>
  );
}
