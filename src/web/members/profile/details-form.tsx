import { ProfileDetails } from "#contract/profile.ts";
import type { User } from "#contract/users.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";

import { useSavedProfile } from "./use-saved-user.ts";

/** The username can't be changed. */
export function DetailsForm({ user }: { user: User }) {
  const save = useSavedProfile({
    done: "Your details have been saved",
    failed: "Failed to save your details. Please try again.",
    // The server may have normalized them. Text typed in the meantime stays.
    onDone: (_, changes) => form.clearSavedEdits(changes),
    onFailed: (error) => form.showServerError(error),
  });
  const form = useForm<ProfileDetails>({
    base: { displayName: user.displayName, email: user.email },
    schema: ProfileDetails,
    unsaved: ["details", "your details"],
    // Another device may have changed the rest.
    onSubmit: (_, { changes }) => save.mutate(changes),
  });
  return (
    <Card title="Your details">
      <form {...form.formProps} className="space-y-4">
        <p className="text-ink-soft wrap-anywhere">
          You sign in as <strong className="text-ink">{user.username}</strong>.
        </p>
        <Field
          label="Display name"
          hint="The name other members see."
          autoComplete="nickname"
          {...form.field("displayName")}
        />
        <Field label="Email" type="email" autoComplete="email" {...form.field("email")} />
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save details"}
        </Button>
      </form>
    </Card>
  );
}
