import type { ComponentProps } from "react";

import { useClub } from "#web/api/club.ts";
import { Field } from "#web/ui/forms/field.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";

import type { Account } from "./use-new-account.ts";

type BoxProps = Pick<ComponentProps<typeof Field>, "name" | "value" | "error" | "onText">;

export function AccountFields({ field }: { field: (name: keyof Account) => BoxProps }) {
  const { passwordMinLength } = useClub();
  return (
    <>
      <Field label="Your name" placeholder="The name other members see" autoComplete="name" {...field("displayName")} />
      <Field
        label="Username"
        placeholder="Choose a username"
        autoComplete="username"
        autoCapitalize="none"
        hint="You'll sign in with it"
        {...field("username")}
      />
      <Field label="Email" type="email" autoComplete="email" {...field("email")} />
      <PasswordField
        label="Password"
        placeholder="Choose a password"
        hint={`At least ${passwordMinLength} characters`}
        autoComplete="new-password"
        {...field("password")}
      />
    </>
  );
}
