import { SetUp } from "#contract/auth.ts";
import { createFirstAdmin } from "#web/api/auth.ts";
import { Button } from "#web/ui/forms/button.tsx";

import { AccountFields } from "./account-fields.tsx";
import { type Account, useNewAccount } from "./use-new-account.ts";

export function SetUpForm({ code, onEnter }: { code: string; onEnter: () => void }) {
  const { formProps, field, isBusy } = useNewAccount<Account>({
    call: (values) => createFirstAdmin({ ...values, code }),
    schema: SetUp,
    initial: { username: "", displayName: "", email: "", password: "" },
    onEnter,
  });
  return (
    <form {...formProps} className="space-y-4 pb-2">
      <h2 className="text-xl">Set up the club</h2>
      <p className="text-ink-soft">Create the first admin account. Then you can invite everyone else.</p>
      <AccountFields field={field} />
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? "Creating account..." : "Create admin account"}
      </Button>
    </form>
  );
}
