import type { TObject } from "@sinclair/typebox";
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from "react";

import { type Errors, validate } from "./validate.ts";

type Options<T> = {
  /**
   * Fetches the wire schema, when the form is first touched: TypeBox is a tenth of the sign-in page's
   * JavaScript budget (DESIGN 7), and nobody needs it to see the page.
   */
  schema: () => Promise<TObject>;
  initial: T;
  /** Checks that the schema cannot state, such as a raised minimum. */
  check?: (values: T) => Errors;
  onSubmit: (values: T) => void;
  /** Is told of all that is typed, so that it can be there again when the form comes back. */
  onType?: ((values: T) => void) | undefined;
};

/** When the schema cannot be fetched, the server's own check has to do. */
const UNCHECKED = { properties: {} } as TObject;

/** A form of text fields that is checked on submit and from then on at each change (SPEC 5). */
export function useForm<T extends Record<string, string>>({
  schema,
  initial,
  check: extraCheck,
  onSubmit,
  onType,
}: Options<T>) {
  const [values, setValues] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Errors>({});
  const [loaded, setLoaded] = useState<TObject>();
  const form = useRef<HTMLFormElement>(null);
  const isChecking = useRef(false);
  useEffect(() => onType?.(values), [onType, values]);

  const check = (against: TObject) => ({ ...validate(against, values), ...extraCheck?.(values) });
  const errors: Errors = submitted && loaded ? { ...refused, ...check(loaded) } : refused;
  const load = async () => {
    const found = loaded ?? (await schema().catch(() => UNCHECKED));
    setLoaded(found);
    return found;
  };

  const submit = async () => {
    // on a slow network the schema takes a while, and a second press would send the form a second time
    if (isChecking.current) return;
    isChecking.current = true;
    const [first] = Object.keys(check(await load()));
    isChecking.current = false;
    setSubmitted(true);
    if (first === undefined) return onSubmit(values);
    const field = form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };

  return {
    values,
    setValues,
    /** Sentences of the server about single fields; each goes when its field is changed. */
    setRefused,
    reset: () => {
      setValues(initial);
      setSubmitted(false);
      setRefused({});
    },
    formProps: {
      ref: form,
      noValidate: true,
      onFocus: () => void load(),
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
    /** Props of the field of that name. */
    field: (name: keyof T & string) => ({
      name,
      value: values[name] ?? "",
      error: errors[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setValues((before) => ({ ...before, [name]: target.value }));
        setRefused(({ [name]: _gone, ...others }) => others);
      },
    }),
  };
}
