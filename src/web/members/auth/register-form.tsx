import { Camera } from "lucide-react";
import { useState } from "react";

import { Registration } from "#contract/auth.ts";
import type { User } from "#contract/users.ts";
import { fetchUser, register } from "#web/api/auth.ts";
import { PHOTO_TYPES, sendPhoto } from "#web/api/profile.ts";
import { logProblem } from "#web/lib/browser/log.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { FileButton } from "#web/ui/forms/file-button.tsx";

import { AccountFields } from "./account-fields.tsx";
import { type Account, useNewAccount } from "./use-new-account.ts";

export type NewMember = Account & { invitationCode: string };
type Props = { invite: string; initial: NewMember; onType: (typed: NewMember) => void; onEnter: () => void };

/** Uploads the photo of the new account. If that fails, initials are shown, and the profile can add it later. */
async function uploadPhoto(user: User, photo: File | null): Promise<User> {
  if (!photo) return user;
  try {
    await sendPhoto(photo);
    return await fetchUser();
  } catch (error) {
    logProblem("The photo was not saved", error);
    return user;
  }
}

/** Needs an invitation code, which a link may fill in. */
export function RegisterForm({ invite, initial, onType, onEnter }: Props) {
  const [photo, setPhoto] = useState<File | null>(null);
  const { formProps, field, isBusy } = useNewAccount<NewMember>({
    call: async (member) => uploadPhoto(await register(member), photo),
    schema: Registration,
    initial,
    onType,
    onEnter,
  });
  const code = field("invitationCode");
  return (
    <form {...formProps} className="space-y-4">
      <p className="text-ink-soft">Create a new account with invitation code</p>
      <AccountFields field={field} />
      <Field
        label="Invitation Code"
        hint={invite ? "From your invitation link" : "Contact admin for an invitation code"}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...code}
        className="[&_input]:read-only:bg-sunk"
        // The link's code may have expired, and the user may get another one.
        readOnly={code.value === invite && invite !== "" && code.error === undefined}
      />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
        <FileButton label="Photo file" accept={PHOTO_TYPES} icon={Camera} onPick={setPhoto}>
          {photo ? "Choose another photo" : "Add your photo"}
        </FileButton>
        <span className="min-w-0 wrap-anywhere">{photo ? photo.name : "Optional. You can also do it later."}</span>
      </p>
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? "Creating account..." : "Register"}
      </Button>
    </form>
  );
}
