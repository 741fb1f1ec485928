import type { ProfileDetails } from "#contract/profile.ts";
import type { User } from "#contract/users.ts";
import { fieldErrors } from "#web/api/client.ts";
import { saveProfile } from "#web/api/profile.ts";
import { useForm } from "#web/lib/use-form.ts";
import { useUnsaved } from "#web/state/unsaved.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";

import { useSavedUser } from "./use-saved-user.ts";

/** The username is fixed. */
export function DetailsForm({ user }: { user: User }) {
  const { mutate, isPending } = useSavedUser<ProfileDetails>({
    act: saveProfile,
    done: "Your details have been saved",
    failed: "Failed to save your details. Please try again.",
    onFailed: (error) => setRefused(fieldErrors(error)),
  });
  const { values, setValues, formProps, field, setRefused } = useForm<ProfileDetails>({
    schema: async () => (await import("#contract/profile.ts")).ProfileDetails,
    initial: { displayName: user.displayName, email: user.email },
    onSubmit: (sent) =>
      mutate(sent, {
        // the server may have normalized them; what was typed since stays
        onSuccess: ({ displayName, email }) => setValues((now) => (now === sent ? { displayName, email } : now)),
      }),
  });
  const isChanged = values.displayName !== user.displayName || values.email !== user.email;
  useUnsaved("details", "your details", isChanged);
  return (
    <Card title="Your details">
      <form {...formProps} className="space-y-4">
        <p className="text-ink-soft wrap-anywhere">
          You sign in as <strong className="text-ink">{user.username}</strong>.
        </p>
        <Field
          label="Display name"
          hint="The name other members see."
          autoComplete="nickname"
          {...field("displayName")}
        />
        <Field label="Email" type="email" autoComplete="email" {...field("email")} />
        <Button type="submit" disabled={isPending}>
          {isPending ? "Saving..." : "Save details"}
        </Button>
      </form>
    </Card>
  );
}
