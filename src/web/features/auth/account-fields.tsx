import type { ComponentProps } from "react";

import { Field } from "#web/ui/field.tsx";

import type { Account } from "./use-new-account.ts";

type BoxProps = Pick<ComponentProps<typeof Field>, "name" | "value" | "error" | "onChange">;

/** What every new account needs: username, e-mail and password (SPEC 2). */
export function AccountFields({ field }: { field: (name: keyof Account) => BoxProps }) {
  return (
    <>
      <Field
        label="Username"
        placeholder="Choose a username"
        autoComplete="username"
        autoCapitalize="none"
        {...field("username")}
      />
      <Field label="Email" type="email" autoComplete="email" {...field("email")} />
      <Field
        label="Password"
        type="password"
        placeholder="Choose a password"
        autoComplete="new-password"
        {...field("password")}
      />
    </>
  );
}
