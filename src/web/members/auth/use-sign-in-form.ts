import { type FormEvent, useLayoutEffect, useRef, useState } from "react";

import type { Login } from "#contract/auth.ts";
import { LOGIN_ERRORS } from "#contract/error-codes.ts";
import { focusField } from "#web/ui/forms/focus-field.ts";

const FIELDS = ["username", "password"] as const;

/**
 * The form of the first visit, validated on submit and then on each change (SPEC 5). `useForm` would add 1 KB to a page
 * with a budget (DESIGN 7).
 */
export function useSignInForm(onSubmit: (values: Login) => void) {
  const [values, setValues] = useState<Login>({ username: "", password: "" });
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  // Typed before the app loaded.
  useLayoutEffect(() => {
    for (const name of FIELDS) {
      const input = form.current?.elements.namedItem(name);
      const typed = input instanceof HTMLInputElement ? input.value : "";
      if (typed) setValues((values) => ({ ...values, [name]: typed }));
    }
  }, []);

  const submit = () => {
    setSubmitted(true);
    const firstEmpty = FIELDS.find((name) => values[name] === "");
    if (firstEmpty) selectInput(form.current, firstEmpty);
    else onSubmit(values);
  };
  return {
    /** After an error: the disabled button has lost the focus, and users retype the password. */
    selectPassword: () => selectInput(form.current, "password"),
    formProps: {
      ref: form,
      noValidate: true,
      // Without a script nothing is sent, so no password gets into a URL.
      method: "dialog",
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        submit();
      },
    },
    field: (name: (typeof FIELDS)[number]) => ({
      name,
      value: values[name],
      error: isSubmitted && values[name] === "" ? LOGIN_ERRORS[name] : undefined,
      onText: (text: string) => setValues({ ...values, [name]: text }),
    }),
  };
}

function selectInput(form: HTMLFormElement | null, name: string): void {
  const field = focusField(form, [name]);
  if (field instanceof HTMLInputElement) field.select();
}
