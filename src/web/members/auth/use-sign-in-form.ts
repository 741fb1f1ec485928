import type { TObject } from "@sinclair/typebox";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";

import type { Login } from "#contract/auth.ts";
import { type FieldErrors, validate } from "#web/lib/format/validate.ts";
import { focusField } from "#web/ui/forms/focus-field.ts";

/** If the schema can't be loaded, only the server validates. */
const EMPTY_SCHEMA = { properties: {} } as TObject;
const EMPTY_LOGIN: Login = { username: "", password: "" };

/**
 * The form of the first visit, validated on submit and then on each change (SPEC 5). `useForm` would add 1 KB to a page
 * with a budget (DESIGN 7). TypeBox is loaded on the first focus.
 */
export function useSignInForm(onSubmit: (values: Login) => void) {
  const [values, setValues] = useState(EMPTY_LOGIN);
  const [isSubmitted, setSubmitted] = useState(false);
  const [schema, setSchema] = useState<TObject>();
  const form = useRef<HTMLFormElement>(null);
  const [isChecking, setChecking] = useState(false);
  const isCheckingRef = useRef(false);
  const errors: FieldErrors = isSubmitted && schema ? validate(schema, values) : {};
  const load = async () => {
    const result = schema ?? (await import("#contract/auth.ts").then(({ Login }) => Login).catch(() => EMPTY_SCHEMA));
    setSchema(result);
    return result;
  };

  // Typed before the app loaded.
  useLayoutEffect(() => {
    const typedFields = Object.keys(EMPTY_LOGIN).flatMap((name) => {
      const input = form.current?.elements.namedItem(name);
      return input instanceof HTMLInputElement && input.value ? [[name, input.value]] : [];
    });
    if (typedFields.length === 0) return;
    setValues((values) => ({ ...values, ...Object.fromEntries(typedFields) }));
    void load();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);

  const submit = async () => {
    // On a slow network a second press would submit twice.
    if (isCheckingRef.current) return;
    isCheckingRef.current = true;
    setChecking(true);
    const [firstField] = Object.keys(validate(await load(), values));
    isCheckingRef.current = false;
    setChecking(false);
    setSubmitted(true);
    if (firstField === undefined) return onSubmit(values);
    selectInput(form.current, firstField);
  };

  return {
    /** True from the press until the values are validated, which takes a while on a slow network. */
    isChecking,
    /** After an error: the disabled button has lost the focus, and users retype the password. */
    selectPassword: () => selectInput(form.current, "password"),
    formProps: {
      ref: form,
      noValidate: true,
      // Without a script nothing is sent, so no password gets into a URL.
      method: "dialog",
      onFocus: () => void load(),
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
    field: (name: keyof Login) => ({
      name,
      value: values[name],
      error: errors[name],
      onText: (text: string) => setValues({ ...values, [name]: text }),
    }),
  };
}

function selectInput(form: HTMLFormElement | null, name: string): void {
  const field = focusField(form, name);
  if (field instanceof HTMLInputElement) field.select();
}
