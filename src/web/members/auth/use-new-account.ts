import type { TObject } from "@sinclair/typebox";

import { normalizeText } from "#contract/normalize-text.ts";
import type { User } from "#contract/users.ts";
import { useClub } from "#web/api/club.ts";
import { passwordLengthError } from "#web/lib/format/validate.ts";
import { showToast } from "#web/ui/feedback/toast.ts";
import { useForm } from "#web/ui/forms/use-form.ts";

import { registrationFailure } from "./messages.ts";
import { useSignIn } from "./use-sign-in.ts";

export type Account = { username: string; displayName: string; email: string; password: string };

type Options<T> = {
  call: (values: T) => Promise<User>;
  schema: TObject;
  initial: T;
  onEnter: () => void;
  onType?: (values: T) => void;
};

/** Creates an account and signs in, with SPEC 8's messages. */
export function useNewAccount<T extends Account>({ call, schema, initial, onEnter, onType }: Options<T>) {
  const club = useClub();
  const { submit, isBusy } = useSignIn<T>({
    // The display name defaults to the username (SPEC 5).
    call: (values) => call({ ...values, displayName: values.displayName.trim() || values.username }),
    onEnter,
    welcome: (user) => ({
      title: "Registration successful",
      description: `Welcome to ${club.name}, ${user.displayName}!`,
    }),
    onError: (error) => {
      showServerError(error);
      showToast({ style: "destructive", title: "Registration failed", description: registrationFailure(error) });
    },
  });
  const { formProps, field, values, set, showServerError } = useForm<T>({
    schema,
    base: initial,
    onType,
    check: ({ password }) => passwordLengthError("password", password, club.passwordMinLength),
    onSubmit: (values) => submit(values),
  });
  const setDisplayName = (displayName: string) => {
    const isProposed = values.username === proposeUsername(values.displayName);
    const account = { displayName, username: isProposed ? proposeUsername(displayName) : values.username };
    set(account as Partial<T>);
    onType?.({ ...values, ...account });
  };
  return {
    formProps,
    field: (name: keyof T & string) =>
      name === "displayName" ? { ...field(name), onText: setDisplayName } : field(name),
    isBusy,
  };
}

const ACCENTS = /[\u0300-\u036f]/g;
const WORD = /[\p{L}\p{M}\p{Nd}]+/gu;

/** "Zoë van Dijk" becomes "zoe.van.dijk". */
export function proposeUsername(displayName: string): string {
  const withoutAccents = normalizeText(normalizeText(displayName, "NFD").replaceAll(ACCENTS, ""), "NFC").toLowerCase();
  return (withoutAccents.match(WORD) ?? []).join(".");
}
